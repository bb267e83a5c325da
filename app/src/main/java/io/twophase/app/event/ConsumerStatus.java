package io.twophase.app.event;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;

/**
 * How far a consumer is.
 *
 * @param name its name
 * @param position what it has noted as read
 * @param behind how many numbered records it has not read to their end; a batch counts as one
 */
public record ConsumerStatus(ConsumerName name, EventPosition position, long behind) {}
