package io.twophase.bench.competitor;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * One way of making transfers, on accounts of its own; with some of them, each transfer pays an
 * order. Used by several threads at once.
 */
public interface Competitor extends AutoCloseable {

  /** Returns how many transfers are asked for in one call of {@link #run}. */
  default int batch() {
    return 1;
  }

  /** Opens accounts 0 to {@code accounts} - 1, each with this balance in minor units. */
  void open(int accounts, long balance);

  /**
   * Makes these transfers and notifies {@code listener} of each when its answer is there.
   *
   * @return how many of them happened
   */
  int run(List<BenchTransfer> transfers, AnswerListener listener);

  /** Waits for what goes on behind the answers; its time counts. */
  default void finish() {}

  /** Returns what an audit finds off; empty if there is none, or all is well. */
  default List<String> findings() {
    return List.of();
  }

  /** Ends what the competitor has begun. The client is not its own. */
  @Override
  default void close() {}

  /** Is notified of answers. Thread-safe. */
  interface AnswerListener {

    /** Notes that the answer of so many transfers came after so many nanoseconds. */
    void after(long nanos, int transfers);
  }

  /**
   * Makes transfers one after the other, as {@link #run} does.
   *
   * @param asking prepares the call of a transfer, which answers whether it happened; only the call
   *     is timed
   */
  static int oneByOne(
      List<BenchTransfer> transfers,
      AnswerListener listener,
      Function<BenchTransfer, BooleanSupplier> asking) {
    int applied = 0;
    for (BenchTransfer transfer : transfers) {
      BooleanSupplier call = asking.apply(transfer);
      long start = System.nanoTime();
      boolean happened = call.getAsBoolean();
      listener.after(System.nanoTime() - start, 1);
      applied += happened ? 1 : 0;
    }
    return applied;
  }

  /**
   * A transfer to make, by the numbers of its accounts.
   *
   * @param source which account is debited
   * @param destination which account is credited
   * @param amount how much, in minor units, above zero
   */
  record BenchTransfer(int source, int destination, long amount) {}
}
