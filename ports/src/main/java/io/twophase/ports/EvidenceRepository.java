package io.twophase.ports;

import io.twophase.domain.event.TreeLeaf;
import java.util.Collection;
import java.util.List;

/**
 * The leaves of the tree by which anybody can tell whether a decided record was changed. Each has
 * the number of the record that it is of: see {@link EventRepository}. Any number of processes may
 * use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each insert is of one leaf, wholly or not at all. A leaf that is there is
 * never changed, nor overwritten.
 *
 * <p><b>Majority.</b> Reads show what a majority of the store's servers has, and that cannot be
 * undone.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface EvidenceRepository {

  /** The most leaves that one call reads or adds. */
  int MOST_AT_ONCE = 1_000;

  /** Returns whether leaves are to be added. */
  boolean isOn();

  /** Has leaves be added from now on, by whoever gives numbers. Idempotent. */
  void turnOn();

  /** Has none be added any more. Those that are there stay. Idempotent. */
  void turnOff();

  /** The number of the last leaf; 0 if there is none. */
  long size();

  /**
   * Those of these leaves that are there and can be read, in the order of their numbers: a tree
   * lacks a leaf that cannot be read.
   */
  List<TreeLeaf> leaves(Collection<Long> numbers);

  /**
   * The leaves above {@code number} that can be read, in their order, at most {@link
   * #MOST_AT_ONCE}.
   */
  List<TreeLeaf> after(long number);

  /**
   * Inserts leaves in their order, and ends at the first whose number is taken. The answer does not
   * say whether one was inserted: {@link #size} shows it.
   *
   * @param leaves at most {@link #MOST_AT_ONCE}, with numbers that follow each other
   */
  void add(List<TreeLeaf> leaves);
}
