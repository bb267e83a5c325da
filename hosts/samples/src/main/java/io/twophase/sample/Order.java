package io.twophase.sample;

/**
 * An order, as a client sends it. A client that has no answer sends it again under the same id.
 *
 * @param id chosen by the client
 * @param customer the account that pays
 * @param cents the price, in US cents
 */
public record Order(String id, String customer, long cents) {}
