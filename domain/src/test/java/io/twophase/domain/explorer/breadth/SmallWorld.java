package io.twophase.domain.explorer.breadth;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state of few fields, each an immutable value. A move changes the fields of a copy; from then on
 * nobody does.
 *
 * @param <W> the world itself
 */
public abstract class SmallWorld<W extends SmallWorld<W>> implements Cloneable {

  /** Something that a move found to be wrong; empty if nothing is. */
  public String fault = "";

  /** All that tells this world from others, but for its fault. */
  protected abstract List<?> cells();

  private @Nullable List<?> known;

  /** They are asked for once nothing changes any more. */
  private List<?> known() {
    List<?> all = known;
    if (all == null) {
      all = cells();
      known = all;
    }
    return all;
  }

  /** The world as it is now, to be changed. */
  @SuppressWarnings("unchecked")
  public final W copy() {
    try {
      W copy = (W) super.clone();
      ((SmallWorld<?>) copy).known = null;
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof SmallWorld<?> that
        && fault.equals(that.fault)
        && known().equals(that.known());
  }

  @Override
  public final int hashCode() {
    return known().hashCode();
  }

  /** The list with another element at a place. */
  public static <T> List<T> with(List<T> list, int at, T element) {
    List<T> copy = new ArrayList<>(list);
    copy.set(at, element);
    return List.copyOf(copy);
  }

  /** The list without the element at a place. */
  public static <T> List<T> without(List<T> list, int at) {
    List<T> copy = new ArrayList<>(list);
    copy.remove(at);
    return List.copyOf(copy);
  }

  /** The list with one more at its end. */
  public static <T> List<T> plus(List<T> list, T element) {
    List<T> copy = new ArrayList<>(list);
    copy.add(element);
    return List.copyOf(copy);
  }
}
