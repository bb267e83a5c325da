package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Parameters;
import io.twophase.console.page.Screen;
import io.twophase.console.view.OperationViews;
import io.twophase.console.view.ProofViews;
import io.twophase.console.view.Redactor;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.transaction.Transaction;

/** The proof of one transaction in the tree of evidence as it is, as a file. */
public final class ProofScreen implements Screen {

  private final TwoPhase twophase;
  private final Redactor redactor;

  /** Proofs of the transactions of a store. */
  public ProofScreen(TwoPhase twophase, Redactor redactor) {
    this.twophase = twophase;
    this.redactor = redactor;
  }

  /** Returns whether a proof, which has all of a transaction, would show what is hidden. */
  static boolean isHidden(Transaction record, Redactor redactor) {
    return record.operations().stream()
        .anyMatch(
            one -> !OperationViews.of(one, redactor).equals(OperationViews.of(one, Redactor.NONE)));
  }

  @Override
  public Answer answer(Request request) {
    TransactionId id = Parameters.transaction(request);
    boolean isHidden =
        twophase
            .transactions()
            .find(id)
            .fold(
                found -> isHidden(found.record(), redactor),
                absent -> false,
                unreadable -> false,
                removed -> false);
    return isHidden
        ? new Answer.Declined(
            403, "Hidden", "The proof of " + id + " would show values that are hidden here.")
        : twophase
            .evidence()
            .proof(id)
            .fold(
                refusal -> Answer.missing(refusal.kind(), refusal.message()),
                proof -> new Answer.Sent(file(id, proof)));
  }

  private static Response file(TransactionId id, RecordProof proof) {
    return Response.json(200, ProofViews.of(proof, proof.head().orElseThrow()))
        .asFile("proof-" + id.value() + ".json");
  }
}
