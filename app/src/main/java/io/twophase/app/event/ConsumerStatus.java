package io.twophase.app.event;

import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;

/**
 * The position of a consumer, and its lag.
 *
 * @param name its name
 * @param position what it has noted as read
 * @param behind how many numbered records it has not read to their end; a batch counts as one
 */
public record ConsumerStatus(ConsumerName name, EventPosition position, long behind) {}
