package io.twophase.domain.batch.record;

import io.twophase.domain.id.BatchId;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Function;

/** What was seen where the record of a batch was looked for, as a majority has it. */
public sealed interface BatchLookup {

  /** What the function for this lookup says. */
  <T> T fold(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable);

  /** The record, if it is there and can be read. */
  default Option<BatchRecord> read() {
    return fold(
        found -> Option.some(found.record()), absent -> Option.none(), bad -> Option.none());
  }

  /**
   * The record.
   *
   * @param record as it was read, whole
   * @param unmodifiedFor how long ago it last changed, by the store's clock
   */
  record Found(BatchRecord record, Duration unmodifiedFor) implements BatchLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return found.apply(this);
    }
  }

  /** There is none of this id. */
  record Absent(BatchId id) implements BatchLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return absent.apply(this);
    }
  }

  /**
   * There is something that is not the record of a batch that this version can read; it is left
   * alone.
   *
   * @param id the document's id as text
   * @param fault the field and what is wrong with it
   */
  record Unreadable(String id, String fault) implements BatchLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }
  }
}
