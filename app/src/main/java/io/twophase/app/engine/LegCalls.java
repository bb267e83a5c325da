package io.twophase.app.engine;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.protocol.Event;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.DocumentRepository;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The calls on accounts and documents, one for each kind of step. */
record LegCalls(
    LegCall<HoldOutcome> hold,
    LegCall<MatchOutcome> stamp,
    LegCall<MatchOutcome> settle,
    LegCall<MatchOutcome> release,
    LegCall<MatchOutcome> withdraw) {

  static LegCalls of(Repositories repositories) {
    AccountRepository accounts = repositories.accounts();
    return new LegCalls(
        new LegCall<HoldOutcome>(
            accounts::hold,
            onDocuments(repositories, DocumentRepository::hold),
            AccountHoldOutcome.inDoubt(),
            HoldOutcome::isInDoubt,
            Event.Holds::new),
        matching(accounts::stamp, onDocuments(repositories, DocumentRepository::stamp)),
        matching(accounts::settle, onDocuments(repositories, DocumentRepository::settle)),
        matching(
            accounts::release,
            onDocuments(repositories, (there, legs) -> there.release(held(legs)))),
        matching(
            accounts::withdraw,
            onDocuments(repositories, (there, legs) -> there.withdraw(held(legs)))));
  }

  private static LegCall<MatchOutcome> matching(
      Function<List<Leg>, List<? extends MatchOutcome>> accounts,
      Function<List<DocumentLeg>, List<? extends MatchOutcome>> documents) {
    return new LegCall<>(
        accounts,
        documents,
        MatchOutcome.IN_DOUBT,
        outcome -> outcome == MatchOutcome.IN_DOUBT,
        outcomes -> new Event.Matches(List.copyOf(outcomes)));
  }

  private static <O> Function<List<DocumentLeg>, List<? extends O>> onDocuments(
      Repositories repositories,
      BiFunction<DocumentRepository, List<DocumentLeg>, List<? extends O>> call) {
    return legs -> call.apply(repositories.documents().get().repository(), legs);
  }

  private static List<HeldDocument> held(List<DocumentLeg> legs) {
    return legs.stream().map(HeldDocument::of).toList();
  }
}
