package io.twophase.app.testing;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.List;

/** Single writes of transactions on documents, as a worker would make them that then dies. */
public final class DocumentWrites {

  private final DocumentRepository documents;
  private final TransactionRepository transactions;
  private final Home home;

  /** Writes to one store. */
  public DocumentWrites(
      DocumentRepository documents, TransactionRepository transactions, Home home) {
    this.documents = documents;
    this.transactions = transactions;
    this.home = home;
  }

  /** A transaction begins: pending, epoch 1. */
  public void begin(String id, Operation... operations) {
    NewTransaction body =
        accepted(NewTransaction.of(transactionId(id), List.of(operations), Option.none()));
    assertThat(transactions.begin(List.of(new NewRecord.Begun(body, APP, token(id)))))
        .containsExactly(BeginOutcome.BEGUN);
  }

  /** Another takes it over, at the epoch after that. */
  public void takeOver(String id, long from) {
    advance(new Transition.TakeOver(transactionId(id), epoch(from), APP, token(id + from)));
  }

  /** It is decided. */
  public void decide(String id, long epoch) {
    advance(new Transition.Decide(transactionId(id), epoch(epoch)));
  }

  /** It is done. */
  public void finish(String id) {
    advance(new Transition.Finish(transactionId(id)));
  }

  /** It is canceled, whatever it holds. */
  public void cancel(String id, long epoch) {
    advance(
        new Transition.BeginCancel(
            transactionId(id), epoch(epoch), ON_REQUEST, Option.none(), token(id)));
    advance(new Transition.FinishCancel(transactionId(id)));
  }

  private void advance(Transition transition) {
    assertThat(transactions.advance(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
  }

  /** An operation's hold is placed. */
  public HeldDocument hold(String id, long epoch, DocumentOperation operation) {
    return hold(new DocumentLeg(home, transactionId(id), epoch(epoch), operation));
  }

  /** The same of a transaction of any home. */
  public HeldDocument hold(DocumentLeg leg) {
    assertThat(documents.hold(List.of(leg))).containsExactly(DocumentHoldOutcome.held());
    return HeldDocument.of(leg);
  }

  /** An operation is settled. */
  public void settle(String id, long epoch, DocumentOperation operation) {
    DocumentLeg leg = new DocumentLeg(home, transactionId(id), epoch(epoch), operation);
    assertThat(documents.settle(List.of(leg))).containsExactly(MatchOutcome.MATCHED);
  }

  /** The document, if there is one. */
  public Option<Participant> read(DocumentRef document) {
    return documents
        .find(List.of(document))
        .get(0)
        .fold(
            found -> Option.some(found.document()),
            absent -> Option.none(),
            (DocumentLookup.Unreadable unreadable) -> {
              throw new AssertionError(unreadable.toString());
            });
  }
}
