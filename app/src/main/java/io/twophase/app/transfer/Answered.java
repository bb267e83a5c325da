package io.twophase.app.transfer;

/**
 * A request and its answer, in one value.
 *
 * @param item the request, or whatever carries it, such as a row of a file
 * @param outcome what became of it
 */
public record Answered<T>(T item, TransactionOutcome outcome) {}
