package io.twophase.domain.protocol;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;

/** What a worker is to do next. Each is one write or one read, or the end. */
public sealed interface Step {

  /** What {@code cases} says of this step. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of step.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Insert the record, claimed at once by its first owner. */
    T begin(Begin step);

    /** Insert the record for anybody to claim. */
    T submit(Submit step);

    /** Change the record by a compare-and-set: any {@link Transition}. */
    T move(Move step);

    /** Place holds at {@code epoch}. */
    T placeHolds(PlaceHolds step);

    /** Pause, then place holds at {@code epoch}: an account had too many. */
    T awaitRoom(AwaitRoom step);

    /** Raise holds of older epochs to {@code epoch}. */
    T stamp(Stamp step);

    /** Settle what is held at exactly {@code epoch}. */
    T settle(Settle step);

    /** Release what is held, at whatever epoch. */
    T release(Release step);

    /** Release what is held at exactly {@code epoch}, which was this worker's own and is dead. */
    T withdraw(Withdraw step);

    /** Read the record. */
    T reread(Reread step);

    /** Another worker is alive and at it: pause, then read the record. */
    T await(Await step);

    /** Nothing more to do. */
    T stop(Stop step);
  }

  /** A step that inserts the record. */
  sealed interface Inserting extends Step {
    /** What the transaction does. */
    NewTransaction body();

    /** What the function for this step says. */
    <T> T fold(
        Function<? super Begin, ? extends T> begin, Function<? super Submit, ? extends T> submit);
  }

  /** Insert the record, claimed at once by its first owner. */
  record Begin(NewTransaction body) implements Inserting {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.begin(this);
    }

    @Override
    public <T> T fold(
        Function<? super Begin, ? extends T> begin, Function<? super Submit, ? extends T> submit) {
      return begin.apply(this);
    }
  }

  /** Insert the record for anybody to claim. */
  record Submit(NewTransaction body) implements Inserting {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.submit(this);
    }

    @Override
    public <T> T fold(
        Function<? super Begin, ? extends T> begin, Function<? super Submit, ? extends T> submit) {
      return submit.apply(this);
    }
  }

  /** Change the record by a compare-and-set: any {@link Transition}. */
  record Move(Transition transition) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.move(this);
    }
  }

  /** A step on the documents that a transaction touches, at an epoch. */
  sealed interface OnDocuments extends Step {
    /** The epoch it is done at. */
    Epoch epoch();

    /** Those of the transaction's operations it is done for. */
    List<Operation> operations();
  }

  /** A step that places holds. */
  sealed interface Holding extends OnDocuments {}

  /** Place holds at {@code epoch}. */
  record PlaceHolds(Epoch epoch, List<Operation> operations) implements Holding {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.placeHolds(this);
    }
  }

  /**
   * Pause, then place holds at {@code epoch}: an account had too many, or another transaction holds
   * a document.
   *
   * @param busy why the transaction is refused if there is no room in the end
   * @param blocker a hold that is in the way, if it is known which
   */
  record AwaitRoom(
      Epoch epoch, List<Operation> operations, CancelReason busy, Option<HeldDocument> blocker)
      implements Holding {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.awaitRoom(this);
    }
  }

  /** Raise holds of older epochs to {@code epoch}. */
  record Stamp(Epoch epoch, List<Operation> operations) implements OnDocuments {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stamp(this);
    }
  }

  /**
   * Settle what is held at exactly {@code epoch}.
   *
   * @param captured how much of what is held: as the decided record says, and nothing else
   */
  record Settle(Epoch epoch, List<Operation> operations, Captured captured) implements OnDocuments {

    /** All of what is held. */
    public Settle(Epoch epoch, List<Operation> operations) {
      this(epoch, operations, Captured.IN_FULL);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.settle(this);
    }
  }

  /** Release what is held, at whatever epoch. */
  record Release(Epoch epoch, List<Operation> operations) implements OnDocuments {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.release(this);
    }
  }

  /** Release what is held at exactly {@code epoch}, which was this worker's own and is dead. */
  record Withdraw(Epoch epoch, List<Operation> operations) implements OnDocuments {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.withdraw(this);
    }
  }

  /** Read the record. */
  record Reread() implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.reread(this);
    }
  }

  /** Another worker is alive and at it: pause, then read the record. */
  record Await() implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.await(this);
    }
  }

  /** Nothing more to do. */
  record Stop(Result result) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stop(this);
    }
  }
}
