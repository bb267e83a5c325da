package io.twophase.app.compensation;

import io.twophase.app.transfer.Refusal;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.State;

/** What became of a request to reverse. */
public sealed interface ReverseOutcome {

  /** What {@code cases} says of this outcome. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each outcome.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** It is compensated. */
    T reversed(Reversed outcome);

    /** An account refused it, for now. */
    T refused(Refused outcome);

    /** It is not decided: cancel it. */
    T cancelInstead(CancelInstead outcome);

    /** It was canceled. */
    T nothingMoved(NothingMoved outcome);

    /** There is no such transaction. */
    T notFound(NotFound outcome);

    /** Its record was removed: what it moved is not known any more. */
    T recordRemoved(RecordRemoved outcome);

    /** Its reversal can have no id. */
    T idTooLong(IdTooLong outcome);

    /** It has done what cannot be undone. */
    T notReversible(NotReversible outcome);

    /** Not known. */
    T unknown(Unknown outcome);
  }

  /** It is compensated, by this request or before: {@code reversal} has moved everything back. */
  record Reversed(TransactionId reversal, boolean foundDecided) implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.reversed(this);
    }
  }

  /**
   * The money is not there to be moved back, or an account takes no holds. It can be asked again
   * later: that is a new try.
   */
  record Refused(TransactionId reversal, Refusal refusal) implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.refused(this);
    }
  }

  /** It is not decided yet, so there is nothing to reverse: cancel it. */
  record CancelInstead(State state) implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.cancelInstead(this);
    }
  }

  /** It was canceled: nothing ever moved. */
  record NothingMoved() implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.nothingMoved(this);
    }
  }

  /** There is no such transaction. */
  record NotFound() implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.notFound(this);
    }
  }

  /**
   * It is done, and retention has removed its record since: what it moved is not known any more. A
   * transaction that moves it back can be asked for by itself.
   */
  record RecordRemoved() implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.recordRemoved(this);
    }
  }

  /** The reversal's derived id would be too long. */
  record IdTooLong() implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.idTooLong(this);
    }
  }

  /**
   * It has inserted, changed or removed a document: what was there before is not kept. Another
   * transaction can undo it, by a host that knows how.
   *
   * @param operation the first that cannot be undone
   */
  record NotReversible(DocumentOperation operation) implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.notReversible(this);
    }
  }

  /** Not known; asking again resolves it. */
  record Unknown(String why) implements ReverseOutcome {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unknown(this);
    }
  }
}
