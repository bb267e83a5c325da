package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.protocol.Result;

/** How a run at one transfer ended. */
public sealed interface MemberResult {

  /** What {@code cases} says of this result. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of result.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** It went on as a lone transaction, and ended so. */
    T lone(Lone result);

    /** A batch has decided it: it is applied or canceled. */
    T ofBatch(OfBatch result);

    /** Another transfer has this id. */
    T idReused(IdReused result);

    /** It was there and is gone: retention has removed it, with its answer. */
    T expired(Expired result);

    /** Its outcome is open: ask again. */
    T unknown(Unknown result);
  }

  /** It went on as a lone transaction, and ended so. */
  record Lone(Result result) implements MemberResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.lone(this);
    }
  }

  /** A batch has decided it: it is applied or canceled. */
  record OfBatch(MemberState state) implements MemberResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.ofBatch(this);
    }
  }

  /** Another transfer, of a batch, has this id. Nothing was changed. */
  record IdReused(MemberDocument existing) implements MemberResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.idReused(this);
    }
  }

  /** It was there and is gone: retention has removed it, with its answer. It is not begun again. */
  record Expired() implements MemberResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.expired(this);
    }
  }

  /** Its outcome is open: ask again. */
  record Unknown(String why) implements MemberResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unknown(this);
    }
  }
}
