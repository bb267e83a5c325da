package io.twophase.adapter.mongo.adoption;

/**
 * A transaction that the tutorial's protocol has not finished.
 *
 * @param id its id as text
 * @param state its state, as it is written
 * @param decision what is done with it
 */
public record InFlight(String id, String state, Decision decision) {}
