package io.twophase.domain.batch.record;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/** What was seen where the document of a transfer was looked for, as a majority has it. */
public sealed interface TransferLookup {

  /** What the function for this lookup says. */
  <T> T fold(
      Function<? super OfBatch, ? extends T> ofBatch,
      Function<? super Lone, ? extends T> lone,
      Supplier<? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable,
      Function<? super Removed, ? extends T> removed);

  /**
   * What a read of records has shown, with the time that it last changed left out.
   *
   * @param lookup by the transfer's id
   */
  static TransferLookup of(TransactionLookup lookup) {
    return lookup.fold(
        found ->
            found
                .batch()
                .<TransferLookup>map(
                    batch -> new OfBatch(new MemberDocument(batch, found.record().body())))
                .getOrElse(() -> new Lone(found.record())),
        absent -> new Absent(),
        unreadable -> new Unreadable(unreadable.id(), unreadable.fault()),
        removed -> new Removed(removed.receipt()));
  }

  /** Its document, if a batch decides it. */
  default Option<MemberDocument> member() {
    return fold(
        member -> Option.some(member.document()),
        lone -> Option.none(),
        Option::none,
        unreadable -> Option.none(),
        removed -> Option.none());
  }

  /** Its record, if it has one of its own. */
  default Option<Transaction> alone() {
    return fold(
        member -> Option.none(),
        lone -> Option.some(lone.record()),
        Option::none,
        unreadable -> Option.none(),
        removed -> Option.none());
  }

  /** What retention has left of it, if it was removed. */
  default Option<Receipt> receiptLeft() {
    return fold(
        member -> Option.none(),
        lone -> Option.none(),
        Option::none,
        unreadable -> Option.none(),
        removed -> Option.some(removed.receipt()));
  }

  /** What it does, if it is there. */
  default Option<NewTransaction> body() {
    return fold(
        member -> Option.some(member.document().body()),
        lone -> Option.some(lone.record().body()),
        Option::none,
        unreadable -> Option.none(),
        removed -> Option.none());
  }

  /** A batch decides it. */
  record OfBatch(MemberDocument document) implements TransferLookup {
    @Override
    public <T> T fold(
        Function<? super OfBatch, ? extends T> ofBatch,
        Function<? super Lone, ? extends T> lone,
        Supplier<? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable,
        Function<? super Removed, ? extends T> removed) {
      return ofBatch.apply(this);
    }
  }

  /** It has a record of its own. */
  record Lone(Transaction record) implements TransferLookup {
    @Override
    public <T> T fold(
        Function<? super OfBatch, ? extends T> ofBatch,
        Function<? super Lone, ? extends T> lone,
        Supplier<? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable,
        Function<? super Removed, ? extends T> removed) {
      return lone.apply(this);
    }
  }

  /** There is none of this id. */
  record Absent() implements TransferLookup {
    @Override
    public <T> T fold(
        Function<? super OfBatch, ? extends T> ofBatch,
        Function<? super Lone, ? extends T> lone,
        Supplier<? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable,
        Function<? super Removed, ? extends T> removed) {
      return absent.get();
    }
  }

  /**
   * There is something that this version cannot read; it is left alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements TransferLookup {
    @Override
    public <T> T fold(
        Function<? super OfBatch, ? extends T> ofBatch,
        Function<? super Lone, ? extends T> lone,
        Supplier<? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable,
        Function<? super Removed, ? extends T> removed) {
      return unreadable.apply(this);
    }
  }

  /** It was finished, and retention has left a receipt of it. */
  record Removed(Receipt receipt) implements TransferLookup {
    @Override
    public <T> T fold(
        Function<? super OfBatch, ? extends T> ofBatch,
        Function<? super Lone, ? extends T> lone,
        Supplier<? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable,
        Function<? super Removed, ? extends T> removed) {
      return removed.apply(this);
    }
  }
}
