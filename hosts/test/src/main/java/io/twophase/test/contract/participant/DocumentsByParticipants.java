package io.twophase.test.contract.participant;

import io.twophase.domain.account.Opening;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.Store;
import io.twophase.test.forwarding.ForwardingDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The documents of a store, held, stamped and settled together with an account, so that what is
 * promised of documents can be asked of them there too. Each such call also credits an account and
 * finds that done: in the midst of the documents, and again at the end.
 */
public final class DocumentsByParticipants extends ForwardingDocuments {

  private static final Opening ACCOUNT = Fixtures.account("beside").opening(Fixtures.usd("0"));

  private final Store store;
  private final AtomicLong calls = new AtomicLong();

  private DocumentsByParticipants(Store store) {
    super(store.documents());
    this.store = store;
  }

  /** The documents of {@code store}, in which the account is opened that is held beside them. */
  public static DocumentsByParticipants of(Store store) {
    store.accounts().open(List.of(ACCOUNT));
    return new DocumentsByParticipants(store);
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    List<Leg> beside = beside(1);
    List<HoldOutcome> outcomes = together(legs, beside, store.participants()::hold);
    requireAll(store.accounts().release(beside), MatchOutcome.MATCHED);
    return outcomes.stream().map(DocumentsByParticipants::ofDocument).toList();
  }

  private static DocumentHoldOutcome ofDocument(HoldOutcome outcome) {
    return outcome.foldTarget(
        account -> {
          throw new AssertionError("the answer of an account for a document: " + account);
        },
        document -> document);
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    List<Leg> held = beside(1);
    store.accounts().hold(held);
    List<Leg> stamped =
        held.stream()
            .map(leg -> new Leg(leg.transaction(), new Epoch(2), leg.operation()))
            .toList();
    List<MatchOutcome> outcomes = together(legs, stamped, store.participants()::stamp);
    requireAll(store.accounts().withdraw(stamped), MatchOutcome.MATCHED);
    return outcomes;
  }

  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    List<Leg> beside = beside(1);
    store.accounts().hold(beside);
    return together(legs, beside, store.participants()::settle);
  }

  /** Two credits of transactions of their own. */
  private List<Leg> beside(long epoch) {
    long call = calls.incrementAndGet();
    return List.of(credit("first" + call, epoch), credit("second" + call, epoch));
  }

  private static Leg credit(String transaction, long epoch) {
    return new Leg(
        new TransactionId(transaction),
        new Epoch(epoch),
        Fixtures.credit("beside", Fixtures.usd("1")));
  }

  /** The answers for the documents; those for the accounts must say that it is done. */
  private static <O> List<O> together(
      List<DocumentLeg> legs, List<Leg> beside, Function<List<ParticipantLeg>, List<O>> call) {
    List<ParticipantLeg> all = new ArrayList<>();
    legs.forEach(leg -> all.add(new ParticipantLeg.OnDocument(leg)));
    int middle = legs.size() / 2;
    all.add(middle, new ParticipantLeg.OnAccount(beside.get(0)));
    all.add(new ParticipantLeg.OnAccount(beside.get(1)));
    List<O> answers = new ArrayList<>(call.apply(all));
    if (answers.size() != all.size()) {
      throw new AssertionError(answers.size() + " answers to " + all.size() + " legs");
    }
    requireDone(answers.remove(answers.size() - 1));
    requireDone(answers.remove(middle));
    return answers;
  }

  private static void requireDone(Object answer) {
    boolean isDone =
        answer == MatchOutcome.MATCHED || (answer instanceof HoldOutcome held && held.isHeld());
    if (!isDone) {
      throw new AssertionError("of a leg on an account: " + answer);
    }
  }

  private static void requireAll(List<MatchOutcome> outcomes, MatchOutcome wanted) {
    if (!outcomes.stream().allMatch(outcome -> outcome == wanted)) {
      throw new AssertionError("of legs on accounts: " + outcomes);
    }
  }
}
