package io.twophase.domain.event;

/**
 * The position of a consumer: all events of the records up to a number, and of the next one those
 * in the first places.
 *
 * @param number the last record that was read to its end; 0 before the first
 * @param places how many places of the next record were read; of a batch, its members in their
 *     order
 */
public record EventPosition(long number, int places) implements Comparable<EventPosition> {

  /** Before all events. */
  public static final EventPosition START = new EventPosition(0, 0);

  /**
   * @throws IllegalArgumentException if one of them is below zero
   */
  public EventPosition {
    if (number < 0 || places < 0) {
      throw new IllegalArgumentException("position " + number + ", " + places + " is below zero");
    }
  }

  /** Behind all events of a record. */
  public static EventPosition behind(long number) {
    return new EventPosition(number, 0);
  }

  @Override
  public int compareTo(EventPosition other) {
    return number == other.number
        ? Integer.compare(places, other.places)
        : Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return places == 0 ? Long.toString(number) : number + "+" + places;
  }
}
