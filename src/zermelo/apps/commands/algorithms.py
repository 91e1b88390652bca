"""`zermelo algorithms`: what there is to search and to evaluate with."""

from zermelo.apps import options, output


def algorithms(as_json: options.AsJson = False) -> None:
    """List the searches and evaluators, with their options.

    A search is spelled with its options: alphabeta:depth=6,table=false. It can play every game that
    has what it needs.

    Examples:
      zermelo algorithms
      zermelo algorithms --json
    """
    from zermelo.answers.algorithms import algorithms_answer
    from zermelo.evaluate.base import evaluators
    from zermelo.search.base import searches

    output.show(algorithms_answer(searches(), evaluators()), as_json=as_json)
