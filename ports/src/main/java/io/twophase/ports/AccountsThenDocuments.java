package io.twophase.ports;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.ParticipantLeg;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Accounts and documents in two calls: the accounts go first. Once a leg on an account is in doubt,
 * the documents are not sent.
 */
public final class AccountsThenDocuments implements ParticipantRepository {

  private final AccountRepository accounts;
  private final Option<DocumentRepository> documents;

  private AccountsThenDocuments(AccountRepository accounts, Option<DocumentRepository> documents) {
    this.accounts = accounts;
    this.documents = documents;
  }

  /** The accounts and documents of one store. */
  public static AccountsThenDocuments of(AccountRepository accounts, DocumentRepository documents) {
    return new AccountsThenDocuments(accounts, Option.some(documents));
  }

  /** Accounts only: a leg on a document is refused by a {@link StoreException}. */
  public static AccountsThenDocuments ofAccounts(AccountRepository accounts) {
    return new AccountsThenDocuments(accounts, Option.none());
  }

  /**
   * One kind of call on both.
   *
   * @param <O> what is answered for each leg
   * @param isInDoubt whether an answer says that there was none
   * @param inDoubt what a leg on a document is answered that was not sent
   */
  private record Call<O>(
      Function<List<Leg>, List<? extends O>> accounts,
      Function<List<DocumentLeg>, List<? extends O>> documents,
      Predicate<O> isInDoubt,
      O inDoubt) {

    private List<O> of(List<ParticipantLeg> legs) {
      List<Leg> onAccounts = new ArrayList<>(legs.size());
      List<DocumentLeg> onDocuments = new ArrayList<>(0);
      for (ParticipantLeg leg : legs) {
        leg.<Boolean>fold(onAccounts::add, onDocuments::add);
      }
      List<? extends O> ofAccounts = onAccounts.isEmpty() ? List.of() : accounts.apply(onAccounts);
      requireOneEach(onAccounts.size(), ofAccounts.size());
      if (onDocuments.isEmpty()) {
        return List.copyOf(ofAccounts);
      }
      List<? extends O> ofDocuments = afterAccounts(ofAccounts, onDocuments);
      requireOneEach(onDocuments.size(), ofDocuments.size());
      Iterator<? extends O> nextAccount = ofAccounts.iterator();
      Iterator<? extends O> nextDocument = ofDocuments.iterator();
      List<O> answers = new ArrayList<>(legs.size());
      for (ParticipantLeg leg : legs) {
        answers.add(leg.<O>fold(account -> nextAccount.next(), document -> nextDocument.next()));
      }
      return answers;
    }

    /** Once something is in doubt, nothing more is sent: nor where the store is gone meanwhile. */
    private List<? extends O> afterAccounts(
        List<? extends O> ofAccounts, List<DocumentLeg> onDocuments) {
      if (ofAccounts.stream().noneMatch(isInDoubt)) {
        try {
          return documents.apply(onDocuments);
        } catch (StoreUnavailableException nothingSent) {
          if (ofAccounts.isEmpty()) {
            throw nothingSent;
          }
        }
      }
      return Collections.nCopies(onDocuments.size(), inDoubt);
    }

    private static void requireOneEach(int asked, int answered) {
      if (asked != answered) {
        throw new IllegalStateException("the store gave " + answered + " answers to " + asked);
      }
    }
  }

  @Override
  public List<HoldOutcome> hold(List<ParticipantLeg> legs) {
    return new Call<HoldOutcome>(
            accounts::hold,
            onDocuments -> there(onDocuments).hold(onDocuments),
            HoldOutcome::isInDoubt,
            DocumentHoldOutcome.inDoubt())
        .of(legs);
  }

  @Override
  public List<MatchOutcome> stamp(List<ParticipantLeg> legs) {
    return matching(accounts::stamp, onDocuments -> there(onDocuments).stamp(onDocuments)).of(legs);
  }

  @Override
  public List<MatchOutcome> settle(List<ParticipantLeg> legs) {
    return matching(accounts::settle, onDocuments -> there(onDocuments).settle(onDocuments))
        .of(legs);
  }

  @Override
  public List<MatchOutcome> release(List<ParticipantLeg> legs) {
    return matching(accounts::release, onDocuments -> there(onDocuments).release(held(onDocuments)))
        .of(legs);
  }

  @Override
  public List<MatchOutcome> withdraw(List<ParticipantLeg> legs) {
    return matching(
            accounts::withdraw, onDocuments -> there(onDocuments).withdraw(held(onDocuments)))
        .of(legs);
  }

  private static Call<MatchOutcome> matching(
      Function<List<Leg>, List<? extends MatchOutcome>> accounts,
      Function<List<DocumentLeg>, List<? extends MatchOutcome>> documents) {
    return new Call<>(
        accounts, documents, outcome -> outcome == MatchOutcome.IN_DOUBT, MatchOutcome.IN_DOUBT);
  }

  private static List<HeldDocument> held(List<DocumentLeg> legs) {
    return legs.stream().map(HeldDocument::of).toList();
  }

  private DocumentRepository there(List<DocumentLeg> legs) {
    return documents.getOrElseThrow(
        () -> new StoreException("there are no documents here: " + legs.get(0).document()));
  }
}
