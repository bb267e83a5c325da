package io.twophase.domain.hold;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import java.util.function.Function;

/** What a record asks of one target: its only hold there. */
public sealed interface Claim {
  Target target();

  <T> T fold(
      Function<? super OfRange, ? extends T> range,
      Function<? super OfDocument, ? extends T> document);

  /**
   * Of one or more members. @param open whether a hold of any amounts, or (of one at most) of less,
   * is this claim's own
   */
  record OfRange(Target target, Scale scale, Range range, boolean open) implements Claim {
    @Override
    public <T> T fold(
        Function<? super OfRange, ? extends T> range,
        Function<? super OfDocument, ? extends T> document) {
      return range.apply(this);
    }
  }

  /** Of one member: shared (a check) or exclusive, as the operation's mode says. */
  record OfDocument(TransactionId member, DocumentOperation operation) implements Claim {
    @Override
    public Target target() {
      return new Target.OfDocument(operation.document());
    }

    @Override
    public <T> T fold(
        Function<? super OfRange, ? extends T> range,
        Function<? super OfDocument, ? extends T> document) {
      return document.apply(this);
    }
  }
}
