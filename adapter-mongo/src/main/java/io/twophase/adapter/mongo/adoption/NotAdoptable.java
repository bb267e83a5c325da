package io.twophase.adapter.mongo.adoption;

/**
 * An account that cannot be adopted, and is left as it is.
 *
 * @param id its id as text
 * @param fault the field, its value, and what is wrong with it
 */
public record NotAdoptable(String id, String fault) {}
