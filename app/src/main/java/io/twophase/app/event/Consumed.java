package io.twophase.app.event;

import io.twophase.domain.event.EventPosition;

/** The outcome of handling events for a consumer. */
public sealed interface Consumed {

  /** Returns how many events were handled, by this call. */
  int events();

  /**
   * The consumer's position is behind them.
   *
   * @param events how many; zero if there were none
   */
  record Noted(int events, EventPosition position) implements Consumed {}

  /**
   * They were handled, and another instance of the consumer has noted a position meanwhile: it may
   * have handled them too. Its position stays.
   */
  record MovedByAnother(int events) implements Consumed {}

  /** They were handled, and it is not known whether the position was noted: they may come again. */
  record InDoubt(int events) implements Consumed {}
}
