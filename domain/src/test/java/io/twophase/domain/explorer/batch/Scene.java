package io.twophase.domain.explorer.batch;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.account.Account;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.record.Members;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Where an exploration starts, and what may go wrong in it.
 *
 * @param accounts at first; one that is missing is none. Their names are A, B, C …
 * @param transfers m1, m2 …
 * @param batches of these transfers
 * @param roles who works
 * @param faults how often each fault may come
 * @param fit the transfers that fit whatever is run before them; they are never refused
 * @param retains whether retention removes what has ended
 * @param forgets whether a write that no majority has may be undone
 * @param soft which messages that come late may land on one server only
 * @param inOrder whether the outcome is that of running the transfers one by one
 * @param stale whether who ends a batch may read its members as they were before
 * @param foreign what the ids of transfers stand for before anybody begins, by their places
 * @param flaw the rule that is left out
 */
record Scene(
    List<Option<Account>> accounts,
    List<NewTransaction> transfers,
    List<NewBatch> batches,
    List<Role> roles,
    int faults,
    Set<Integer> fit,
    boolean retains,
    boolean forgets,
    Set<Message.Soft> soft,
    boolean inOrder,
    boolean stale,
    Map<Integer, TransferLookup> foreign,
    Flaw flaw) {

  /** Whose hold keeps others out of a busy account, until it lets go. */
  static final TransactionId OTHER = Fixtures.transactionId("other");

  private static final long CEILING = 9;

  /**
   * A scene in words.
   *
   * @param balances of A, B, C …; {@code -} is missing, {@code 1/3} is 1 with a ceiling of 3,
   *     {@code 1!} is busy; {@code H} is more than half of what int64 has, {@code M} all of it
   * @param transfers such as {@code AB1}: 1 from A to B
   * @param batches each as the places of its members
   * @param roles each with its batch, or the place of its transfer
   */
  static Scene of(String balances, String transfers, String batches, String roles) {
    List<NewTransaction> bodies = new ArrayList<>();
    for (String word : transfers.split(" ", -1)) {
      bodies.add(
          transfer(
              "m" + (bodies.size() + 1),
              word.substring(0, 1),
              word.substring(1, 2),
              cents(number(word.substring(2)))));
    }
    String[] words = batches.split(" ", -1);
    List<NewBatch> begun = new ArrayList<>();
    for (String word : words) {
      begun.add(
          new NewBatch(
              new BatchId(BatchId.PREFIX + begun.size()),
              word.chars().mapToObj(place -> bodies.get(place - '0')).toList(),
              false));
    }
    String[] names = roles.split(" ", -1);
    return new Scene(
        accounts(balances.split(" ", -1)),
        bodies,
        begun,
        IntStream.range(0, names.length).mapToObj(at -> Role.of(names[at], at)).toList(),
        0,
        Set.of(),
        false,
        false,
        Set.of(),
        false,
        false,
        Map.of(),
        Flaw.NONE);
  }

  private static List<Option<Account>> accounts(String[] words) {
    return IntStream.range(0, words.length)
        .mapToObj(at -> account(String.valueOf((char) ('A' + at)), words[at]))
        .toList();
  }

  private static Option<Account> account(String name, String word) {
    if (word.equals("-")) {
      return Option.none();
    }
    boolean isBusy = word.endsWith("!");
    String[] figures = word.replace("!", "").split("/", -1);
    Account account =
        Fixtures.account(name)
            .ceiling(cents(figures.length > 1 ? number(figures[1]) : CEILING))
            .with(cents(number(figures[0])));
    return Option.some(
        isBusy
            ? account.hold(OTHER, Fixtures.epoch(1), Fixtures.credit(name, cents(1))).get()
            : account);
  }

  private static long number(String word) {
    return switch (word) {
      case "H" -> (1L << 62) + 10;
      case "M" -> Long.MAX_VALUE;
      default -> Long.parseLong(word);
    };
  }

  Scene timeOuts(int times) {
    return with(Fault.TIME_OUT.allowedBy(faults, times));
  }

  Scene crashes(int times) {
    return with(Fault.CRASH.allowedBy(faults, times));
  }

  private Scene with(int newFaults) {
    return new Scene(
        accounts, transfers, batches, roles, newFaults, fit, retains, forgets, soft, inOrder, stale,
        foreign, flaw);
  }

  /** Who fits whatever is run before: all, if none is named. */
  Scene fitting(Integer... places) {
    Set<Integer> fitting =
        places.length > 0
            ? Set.of(places)
            : IntStream.range(0, transfers.size()).boxed().collect(Collectors.toSet());
    return new Scene(
        accounts, transfers, batches, roles, faults, fitting, retains, forgets, soft, inOrder,
        stale, foreign, flaw);
  }

  Scene ordered() {
    List<NewBatch> inTheirOrder =
        batches.stream().map(batch -> new NewBatch(batch.id(), batch.transfers(), true)).toList();
    return new Scene(
        accounts,
        transfers,
        inTheirOrder,
        roles,
        faults,
        fit,
        retains,
        forgets,
        soft,
        true,
        stale,
        foreign,
        flaw);
  }

  Scene retaining() {
    return new Scene(
        accounts, transfers, batches, roles, faults, fit, true, forgets, soft, inOrder, stale,
        foreign, flaw);
  }

  /** A server may fail that alone has a finish, or one of these messages that came late. */
  Scene forgetting(Message.Soft... messages) {
    return new Scene(
        accounts,
        transfers,
        batches,
        roles,
        faults,
        fit,
        retains,
        true,
        Set.of(messages),
        inOrder,
        stale,
        foreign,
        flaw);
  }

  /** Who ends a batch may read its members as they were before. */
  Scene readingLate() {
    return new Scene(
        accounts, transfers, batches, roles, faults, fit, retains, forgets, soft, inOrder, true,
        foreign, flaw);
  }

  /** The id of that transfer has a lone transaction that was canceled: this one. */
  Scene taken(int place, AccountOperation... operations) {
    NewTransaction body = Fixtures.transaction("m" + (place + 1), operations);
    TransferLookup lookup =
        new TransferLookup.Lone(
            new Transition.CancelUnclaimed(body.id(), Fixtures.ON_REQUEST, Fixtures.token("before"))
                .change(Transaction.submitted(body, Fixtures.NOW), Fixtures.NOW));
    return new Scene(
        accounts,
        transfers,
        batches,
        roles,
        faults,
        fit,
        retains,
        forgets,
        soft,
        inOrder,
        stale,
        Map.of(place, lookup),
        flaw);
  }

  Scene without(Flaw rule) {
    return new Scene(
        accounts, transfers, batches, roles, faults, fit, retains, forgets, soft, inOrder, stale,
        foreign, rule);
  }

  boolean lacks(Flaw rule) {
    return flaw == rule;
  }

  /** The transfers as runs take them. */
  List<Member> members() {
    return Members.of(transfers);
  }

  static AccountId accountId(int place) {
    return Fixtures.accountId(String.valueOf((char) ('A' + place)));
  }

  static int place(AccountId account) {
    return account.value().charAt(0) - 'A';
  }

  static int place(TransactionId transfer) {
    return Integer.parseInt(transfer.value().substring(1)) - 1;
  }

  static int place(BatchId batch) {
    return Integer.parseInt(batch.value().substring(BatchId.PREFIX.length()));
  }

  /** The places of a batch's members. */
  List<Integer> placesOf(int batch) {
    return batches.get(batch).ids().stream().map(Scene::place).toList();
  }
}
