"""What commands and pages answer: values, as people and JSON read them."""
