package io.twophase.app.simulation;

import static io.twophase.TwoPhase.where;
import static io.twophase.domain.document.FieldChange.inc;

import io.twophase.TwoPhase;
import io.twophase.app.simulation.world.World;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.testing.Fixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** What is asked for of many legs: some of it at once, most of it as authorizations. */
final class ManyLegs {

  private static final int MOST_LEGS = 5;
  private static final int RECENT = 8;
  private static final int SHORT_MILLIS = 2_000;
  private static final int LONG_MILLIS = 20_000;
  private static final List<ApproverName> APPROVERS =
      List.of(new ApproverName("Ann"), new ApproverName("Bob"), new ApproverName("Cem"));

  /**
   * One that was asked for.
   *
   * @param request what it does
   * @param terms if it is an authorization
   */
  record Asked(TransactionRequest request, Optional<AuthorizationTerms> terms) {

    TransactionId id() {
      return request.id();
    }

    List<AccountOperation> operations() {
      return request.operations().stream()
          .filter(AccountOperation.class::isInstance)
          .map(AccountOperation.class::cast)
          .toList();
    }
  }

  private final World world;
  private final Random random;
  private final Requests requests;
  private final List<Asked> all = new ArrayList<>();
  private int forgotten;

  ManyLegs(World world, Requests requests) {
    this.world = world;
    this.random = world.random();
    this.requests = requests;
  }

  /** A new one: mostly an authorization. */
  Asked next() {
    return next(random.nextInt(4) > 0 ? Optional.of(terms()) : Optional.empty());
  }

  /** A new one that is no authorization; some of these are of documents only. */
  TransactionRequest plain() {
    return next(Optional.empty()).request();
  }

  private Asked next(Optional<AuthorizationTerms> terms) {
    TransactionId id = new TransactionId("m" + all.size());
    int kind = random.nextInt(6);
    TransactionRequest money = kind == 0 ? TransactionRequest.of(id) : request(id);
    boolean isOfDocuments = kind < (terms.isEmpty() ? 4 : 2);
    Asked asked = new Asked(isOfDocuments ? withThings(money) : money, terms);
    all.add(asked);
    world.auditor().asked(asked.request(), terms);
    return asked;
  }

  /** One that was asked for not long ago; a new one if there is none. */
  Asked recent() {
    int known = all.size() - forgotten;
    return known == 0 ? next() : all.get(all.size() - 1 - random.nextInt(Math.min(RECENT, known)));
  }

  /** Nobody asks any more for what was asked for until now. */
  void forget() {
    forgotten = all.size();
  }

  /** All that were asked for and have no certain answer. */
  List<Asked> unanswered() {
    return all.stream()
        .filter(asked -> !world.auditor().answers().isCertain(asked.id().value()))
        .toList();
  }

  /** Somebody who may approve some of them, or nobody whom any of them names. */
  ApproverName approver() {
    int number = random.nextInt(APPROVERS.size() + 1);
    return number < APPROVERS.size() ? APPROVERS.get(number) : new ApproverName("Nobody");
  }

  /** So much of each of its operations, balanced: mostly less than all of it. */
  List<Long> amounts(Asked asked) {
    List<Long> debits = sizes(asked, Direction.DEBIT);
    List<Long> credits = sizes(asked, Direction.CREDIT);
    long all = debits.stream().mapToLong(Long::longValue).sum();
    long least = Math.max(debits.size(), credits.size());
    long total = random.nextInt(3) == 0 ? all : least + random.nextLong(all - least + 1);
    List<Long> ofDebits = shares(total, debits);
    List<Long> ofCredits = shares(total, credits);
    List<Long> amounts = new ArrayList<>();
    for (AccountOperation operation : asked.operations()) {
      boolean isDebit = operation.direction() == Direction.DEBIT;
      amounts.add((isDebit ? ofDebits : ofCredits).remove(0));
    }
    return amounts;
  }

  private static List<Long> sizes(Asked asked, Direction direction) {
    return asked.operations().stream()
        .filter(operation -> operation.direction() == direction)
        .map(operation -> operation.amount().minor())
        .toList();
  }

  /** Shares of {@code total}, each at least one and at most its limit. */
  private List<Long> shares(long total, List<Long> limits) {
    List<Long> shares = new ArrayList<>();
    long left = total;
    for (int at = 0; at < limits.size(); at++) {
      List<Long> others = limits.subList(at + 1, limits.size());
      long most = Math.min(limits.get(at), left - others.size());
      long least = Math.max(1, left - others.stream().mapToLong(Long::longValue).sum());
      long share = least + random.nextLong(most - least + 1);
      shares.add(share);
      left -= share;
    }
    return shares;
  }

  private AuthorizationTerms terms() {
    int millis = 1 + random.nextInt(random.nextBoolean() ? SHORT_MILLIS : LONG_MILLIS);
    return new AuthorizationTerms(
        Duration.ofMillis(millis),
        (random.nextInt(3) == 0
            ? Optional.of(new ApprovalRule(1 + random.nextInt(2), APPROVERS))
            : Optional.empty()));
  }

  private TransactionRequest request(TransactionId id) {
    List<AccountId> accounts = accounts(2 + random.nextInt(MOST_LEGS - 1));
    int debits = 1 + random.nextInt(accounts.size() - 1);
    int credits = accounts.size() - debits;
    long total = Math.max(debits, credits) + random.nextLong(300);
    List<Long> sizes = shares(total, noLimits(debits));
    sizes.addAll(shares(total, noLimits(credits)));
    TransactionRequest request = TransactionRequest.of(id);
    for (int at = 0; at < accounts.size(); at++) {
      Money amount = Fixtures.cents(sizes.get(at));
      request =
          at < debits
              ? request.debit(accounts.get(at), amount)
              : request.credit(accounts.get(at), amount);
    }
    return requests.periodOfPosting().map(request::inPeriod).orElse(request);
  }

  /** The documents there may be; each has a number, to which all that is done to it adds. */
  static List<DocumentRef> things() {
    return IntStream.range(0, 4).mapToObj(at -> TwoPhase.document("things", at)).toList();
  }

  private TransactionRequest withThings(TransactionRequest money) {
    List<DocumentRef> some = new ArrayList<>(things());
    Collections.shuffle(some, random);
    TransactionRequest one = with(money, some.get(0));
    return random.nextInt(3) == 0 ? with(one, some.get(1)) : one;
  }

  /** A removal takes three away, which a document must have that is removed. */
  private TransactionRequest with(TransactionRequest request, DocumentRef thing) {
    return switch (random.nextInt(6)) {
      case 0 -> request.insert(thing, Map.of("n", 3));
      case 1 -> request.remove(thing, where("n").equalTo(3));
      case 2 -> request.check(thing, where("n").atLeast(2));
      case 3 -> request.absent(thing);
      case 4 -> request.change(thing, where("n").atLeast(1), inc("n", 1));
      default -> request.add(thing, "n", random.nextBoolean() ? 3 : -4, 0, 12);
    };
  }

  private static List<Long> noLimits(int count) {
    return Collections.nCopies(count, Long.MAX_VALUE / MOST_LEGS);
  }

  private List<AccountId> accounts(int count) {
    Set<AccountId> accounts = new LinkedHashSet<>();
    while (accounts.size() < count) {
      accounts.add(requests.account());
    }
    return List.copyOf(accounts);
  }
}
