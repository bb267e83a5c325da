package io.twophase.adapter.mongo.adoption;

/**
 * A mark of the tutorial's on an account, of no transaction in flight that touches the account.
 *
 * @param account the account's id as text
 * @param transaction the transaction's id as text
 * @param decision what is done with it
 */
public record StrayMark(String account, String transaction, Decision decision) {}
