package io.twophase.adapter.mongo.routing;

import io.twophase.adapter.mongo.account.AccountParts;
import io.twophase.adapter.mongo.account.MongoAccountRepository;
import io.twophase.adapter.mongo.call.ByCollection;
import io.twophase.adapter.mongo.call.OneCommand;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.participant.DocumentParts;
import io.twophase.adapter.mongo.participant.MongoDocumentRepository;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The accounts and the documents on the store's own cluster. A batch is one command where the
 * server has MongoDB 8's {@code bulkWrite} and all of it matches; else one for the accounts, and
 * then as many for each collection as {@link MongoDocumentRepository} sends.
 *
 * <p>In one command the accounts come first, then the collections in the order of their names, so
 * that all commands meet documents in one order.
 */
public final class HomeParticipants {

  /** The one answer for all that is in doubt here, on documents too. */
  static final HoldOutcome HOLD_IN_DOUBT = AccountHoldOutcome.inDoubt();

  private final MongoAccountRepository accounts;
  private final DocumentParts documents;
  private final ServerLimits limits;
  private final OneCommand command;
  private final Comparator<Option<CollectionName>> order;

  /** All are on {@code server}. */
  public HomeParticipants(
      MongoAccountRepository accounts, MongoDocumentRepository documents, Server server) {
    this.accounts = accounts;
    this.documents = documents.parts();
    this.limits = server.limits();
    this.command = new OneCommand(server);
    this.order = Comparator.comparing(name -> name.map(this.documents::namespace).getOrElse(""));
  }

  List<HoldOutcome> hold(List<ParticipantLeg> legs) {
    List<Leg> onAccounts = accountsOf(legs);
    if (onAccounts.size() == legs.size()) {
      return List.copyOf(accounts.hold(onAccounts));
    }
    if (legs.stream().anyMatch(HomeParticipants::isAtMost)) {
      return inTurn(legs, this::hold, HOLD_IN_DOUBT);
    }
    documents.register(documentsOf(legs));
    return sent(
        legs,
        batch -> accounts.parts().hold(batch).map(outcome -> outcome),
        (name, batch) ->
            documents
                .hold(name, batch)
                .map(outcome -> outcome.isInDoubt() ? HOLD_IN_DOUBT : outcome),
        HOLD_IN_DOUBT);
  }

  List<MatchOutcome> stamp(List<ParticipantLeg> legs) {
    return matching(legs, accounts::stamp, accounts.parts()::stamp, documents::stamp);
  }

  /** One that is refused tells that a collection is not as it was at the hold. */
  List<MatchOutcome> settle(List<ParticipantLeg> legs) {
    try {
      return matching(legs, accounts::settle, accounts.parts()::settle, documents::settle);
    } catch (StoreException refused) {
      documents.forget(documentsOf(legs));
      throw refused;
    }
  }

  List<MatchOutcome> release(List<ParticipantLeg> legs) {
    return matching(
        legs,
        accounts::release,
        accounts.parts()::release,
        (name, batch) -> documents.giveBack(name, held(batch), false));
  }

  List<MatchOutcome> withdraw(List<ParticipantLeg> legs) {
    return matching(
        legs,
        accounts::withdraw,
        accounts.parts()::withdraw,
        (name, batch) -> documents.giveBack(name, held(batch), true));
  }

  private List<MatchOutcome> matching(
      List<ParticipantLeg> legs,
      Function<List<Leg>, List<MatchOutcome>> accountsOnly,
      Function<List<Leg>, Part<MatchOutcome>> onAccounts,
      BiFunction<CollectionName, List<DocumentLeg>, Part<MatchOutcome>> onDocuments) {
    List<Leg> alone = accountsOf(legs);
    if (alone.size() == legs.size()) {
      return accountsOnly.apply(alone);
    }
    return legs.stream().anyMatch(HomeParticipants::isAtMost)
        ? inTurn(
            legs,
            batch -> matching(batch, accountsOnly, onAccounts, onDocuments),
            MatchOutcome.IN_DOUBT)
        : sent(legs, onAccounts, onDocuments, MatchOutcome.IN_DOUBT);
  }

  /** A debit that takes as much as there is shares no command. */
  private static <R> List<R> inTurn(
      List<ParticipantLeg> legs, Function<List<ParticipantLeg>, List<R>> send, R inDoubt) {
    return Batches.send(Batches.apart(legs, HomeParticipants::isAtMost), send, inDoubt);
  }

  private static boolean isAtMost(ParticipantLeg leg) {
    return leg.fold(onAccount -> onAccount.operation().isAtMost(), onDocument -> false);
  }

  private <R> List<R> sent(
      List<ParticipantLeg> legs,
      Function<List<Leg>, Part<R>> onAccounts,
      BiFunction<CollectionName, List<DocumentLeg>, Part<R>> onDocuments,
      R inDoubt) {
    return Batches.send(
        limits.batches(legs, HomeParticipants::weight),
        batch ->
            ByCollection.sendTogether(
                batch,
                HomeParticipants::collection,
                order,
                (name, of) ->
                    name.fold(
                        () -> onAccounts.apply(accountsOf(of)),
                        documented -> onDocuments.apply(documented, documentsOf(of))),
                command,
                inDoubt),
        inDoubt);
  }

  private static int weight(ParticipantLeg leg) {
    return leg.fold(AccountParts::weight, DocumentParts::weight);
  }

  /** None of a leg on an account. */
  private static Option<CollectionName> collection(ParticipantLeg leg) {
    return leg.fold(
        onAccount -> Option.none(), onDocument -> Option.some(onDocument.document().collection()));
  }

  private static List<Leg> accountsOf(List<ParticipantLeg> legs) {
    List<Leg> accounts = new ArrayList<>(legs.size());
    legs.forEach(leg -> leg.<Boolean>fold(accounts::add, onDocument -> false));
    return accounts;
  }

  static List<DocumentLeg> documentsOf(List<ParticipantLeg> legs) {
    List<DocumentLeg> documents = new ArrayList<>(legs.size());
    legs.forEach(leg -> leg.<Boolean>fold(onAccount -> false, documents::add));
    return documents;
  }

  static List<HeldDocument> held(List<DocumentLeg> legs) {
    return legs.stream().map(HeldDocument::of).toList();
  }
}
