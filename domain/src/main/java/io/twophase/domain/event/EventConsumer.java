package io.twophase.domain.event;

import io.twophase.domain.ConsumerName;

/**
 * A consumer as the store knows it.
 *
 * @param name whose position it is
 * @param position what it has noted as read
 */
public record EventConsumer(ConsumerName name, EventPosition position) {}
