package io.twophase.domain.participant;

import io.twophase.domain.operation.Leg;
import java.util.function.Function;

/** One operation of one transaction at one epoch, on an account or on any other document. */
public sealed interface ParticipantLeg {

  /** One on an account. */
  record OnAccount(Leg leg) implements ParticipantLeg {
    @Override
    public <T> T fold(
        Function<? super Leg, ? extends T> account,
        Function<? super DocumentLeg, ? extends T> document) {
      return account.apply(leg);
    }
  }

  /** One on a document. */
  record OnDocument(DocumentLeg leg) implements ParticipantLeg {
    @Override
    public <T> T fold(
        Function<? super Leg, ? extends T> account,
        Function<? super DocumentLeg, ? extends T> document) {
      return document.apply(leg);
    }
  }

  /** What the function for the kind of thing that the leg is on says. */
  <T> T fold(
      Function<? super Leg, ? extends T> account,
      Function<? super DocumentLeg, ? extends T> document);
}
