package io.twophase.domain.outcome;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.participant.Participant;
import java.util.function.Function;

/** What was seen where a document was looked for. */
public sealed interface DocumentLookup {

  /** What the function for this lookup says. */
  <T> T fold(
      Function<? super Found, ? extends T> found,
      Function<? super Absent, ? extends T> absent,
      Function<? super Unreadable, ? extends T> unreadable);

  /** The document as it was read, whole; it may be a placeholder. */
  record Found(Participant document) implements DocumentLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return found.apply(this);
    }
  }

  /** There is no such document, nor a placeholder for one. */
  record Absent(DocumentRef document) implements DocumentLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return absent.apply(this);
    }
  }

  /**
   * There is something that this version cannot read; it is left alone.
   *
   * @param document its name
   * @param fault the field and what is wrong with it
   */
  record Unreadable(DocumentRef document, String fault) implements DocumentLookup {
    @Override
    public <T> T fold(
        Function<? super Found, ? extends T> found,
        Function<? super Absent, ? extends T> absent,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }
  }
}
