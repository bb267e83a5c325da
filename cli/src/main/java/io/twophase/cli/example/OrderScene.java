package io.twophase.cli.example;

import java.util.List;

/**
 * What happens to an order.
 *
 * @param title what it is about
 * @param says what to look at, in one sentence
 * @param steps one after the other
 */
record OrderScene(String title, String says, List<OrderStep> steps) {}
