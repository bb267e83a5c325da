package io.twophase.bench.competitor;

import java.util.List;

/**
 * One way of making transfers, on accounts of its own; with some of them, each transfer pays an
 * order. Used by several threads at once.
 */
public interface Competitor extends AutoCloseable {

  /** How many transfers are asked for in one call of {@link #run}. */
  int batch();

  /** Opens accounts 0 to {@code accounts} - 1, each with this balance in minor units. */
  void open(int accounts, long balance);

  /**
   * Prepares a round in which about so many transfers are expected. Neither its time nor its
   * commands count.
   */
  default void prepare(long transfers) {}

  /**
   * Makes these transfers and notifies {@code listener} of each when its answer is there.
   *
   * @return how many of them happened
   */
  int run(List<BenchTransfer> transfers, AnswerListener listener);

  /** Waits for what goes on behind the answers; its time counts. */
  default void finish() {}

  /** What is off in the books, beyond their sum; empty if there are no books or all is well. */
  List<String> findings();

  @Override
  void close();

  /** Is notified of answers. Thread-safe. */
  public interface AnswerListener {

    /** Of so many transfers, the answer came after so many nanoseconds. */
    void after(long nanos, int transfers);
  }
}
