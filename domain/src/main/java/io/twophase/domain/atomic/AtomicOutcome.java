package io.twophase.domain.atomic;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** What became of transactions that were to run all at once. */
public sealed interface AtomicOutcome {

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Committed, ? extends T> committed,
      Function<? super NotRun, ? extends T> notRun,
      Supplier<? extends T> inDoubt);

  /**
   * All of it is stored, and cannot be undone.
   *
   * @param fates what became of each transaction, in the order asked
   */
  record Committed(List<Fate> fates) implements AtomicOutcome {
    /** The fates do not change. */
    public Committed {
      fates = List.copyOf(fates);
    }

    @Override
    public <T> T fold(
        Function<? super Committed, ? extends T> committed,
        Function<? super NotRun, ? extends T> notRun,
        Supplier<? extends T> inDoubt) {
      return committed.apply(this);
    }
  }

  /**
   * Nothing of it is stored, nor will be.
   *
   * @param contended whether it is because of these transactions: others were in the way, by their
   *     holds, records or writes, or one of them may not be stored; else the store failed or
   *     refused, which need not have to do with them
   */
  record NotRun(boolean contended) implements AtomicOutcome {
    @Override
    public <T> T fold(
        Function<? super Committed, ? extends T> committed,
        Function<? super NotRun, ? extends T> notRun,
        Supplier<? extends T> inDoubt) {
      return notRun.apply(this);
    }
  }

  /**
   * All of it may be stored, or may be yet, until a record of one of the ids is there: its {@code
   * _id} keeps the other out. So beginning the same transactions by the protocol resolves it.
   */
  record InDoubt() implements AtomicOutcome {
    @Override
    public <T> T fold(
        Function<? super Committed, ? extends T> committed,
        Function<? super NotRun, ? extends T> notRun,
        Supplier<? extends T> inDoubt) {
      return inDoubt.get();
    }
  }
}
