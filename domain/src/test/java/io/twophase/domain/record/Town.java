package io.twophase.domain.record;

import static io.twophase.domain.operation.AccountOperation.Debit.atMost;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Verdict.Run;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Accounts A, B, C … and documents, in words: {@code AB1} moves 1 from A to B, {@code AB3~} at most
 * 3; behind that, {@code !a} changes document a from 0 to 1, {@code ^a} from 1 to 0, {@code ?a}
 * checks that it is 0, {@code +s} takes one of the stock s. The ids are m1, m2, …
 */
final class Town {

  private static final CollectionName THINGS = CollectionName.of("things");
  private static final String NUMBER = "n";
  private static final long STOCK = 9;

  /** What each has: cents, 0 or 1, or pieces. An account that is not there is missing. */
  private final Map<Target, Long> values = new HashMap<>();

  private final Set<Target> busy = new HashSet<>();
  private long ceiling = 9;

  /** So much on A, on B, and so on; an account that has less than zero is missing. */
  Town(long... balances) {
    for (int at = 0; at < balances.length; at++) {
      if (balances[at] >= 0) {
        values.put(account(String.valueOf((char) ('A' + at))), balances[at]);
      }
    }
  }

  /** The scene holds this, in words: {@code A2 B0 a1}, of which another holds {@code Ba}. */
  static Town of(String there, String held) {
    Town town = new Town();
    for (String word : there.split(" ", -1)) {
      town.values.put(target(word.substring(0, 1)), Long.valueOf(word.substring(1)));
    }
    held.chars().forEach(name -> town.busy.add(target(Character.toString(name))));
    return town;
  }

  static Target target(String name) {
    return Character.isUpperCase(name.charAt(0)) ? account(name) : document(name);
  }

  /** Of every account. */
  Town ceiling(long most) {
    ceiling = most;
    return this;
  }

  Town has(String document, long number) {
    values.put(document(document), number);
    return this;
  }

  static TransactionId id(int place) {
    return transactionId("m" + (place + 1));
  }

  static Target account(String name) {
    return new Target.OfAccount(accountId(name));
  }

  static Target document(String name) {
    return new Target.OfDocument(ref(name));
  }

  private static DocumentRef ref(String name) {
    return THINGS.document((Object) name);
  }

  static List<Member> members(String words) {
    List<Member> members = new ArrayList<>();
    for (String word : words.split(" ", -1)) {
      members.add(Member.of(body(id(members.size()), word)));
    }
    return members;
  }

  static NewTransaction body(TransactionId id, String word) {
    String transfer = word.replaceAll("[~!^?+].*", "");
    Money amount = cents(Long.parseLong(transfer.substring(2)));
    String from = transfer.substring(0, 1);
    List<Operation> operations = new ArrayList<>();
    operations.add(word.contains("~") ? atMost(accountId(from), amount) : debit(from, amount));
    operations.add(credit(transfer.substring(1, 2), amount));
    for (int at = transfer.length(); at + 1 < word.length(); at += 2) {
      operations.add(operation(word.charAt(at), ref(word.substring(at + 1, at + 2))));
    }
    return new NewTransaction(id, operations, Optional.empty());
  }

  private static DocumentOperation operation(char kind, DocumentRef document) {
    return switch (kind) {
      case '!' -> change(document, is(NUMBER, 0), set(NUMBER, 1));
      case '^' -> change(document, is(NUMBER, 1), set(NUMBER, 0));
      case '?' -> check(document, is(NUMBER, 0));
      case '+' -> new AddToField(document, NUMBER, -1, 0, STOCK);
      default -> throw new IllegalArgumentException(kind + " " + document);
    };
  }

  /** What the targets answer to the claims of members, if nobody comes between. */
  Map<Target, Either<CancelReason, Range>> answers(List<Member> part) {
    Claims claims = Claims.of(part, true);
    Map<Target, Either<CancelReason, Range>> answers = new HashMap<>();
    for (Claim claim : claims.all()) {
      Target target = claim.target();
      if (!busy.contains(target)) {
        answers.put(target, answer(claims, claim));
      }
    }
    return answers;
  }

  private Either<CancelReason, Range> answer(Claims claims, Claim claim) {
    Target target = claim.target();
    if (!values.containsKey(target)) {
      return Either.left(missing(target));
    }
    return claim.fold(
        range ->
            Either.right(
                claims
                    .within(target, values.get(target), most(target) - values.get(target))
                    .range()),
        document ->
            values.get(target) == asked(document.operation())
                ? Either.right(Range.NONE)
                : Either.left(missing(target)));
  }

  private long most(Target target) {
    return target instanceof Target.OfAccount ? ceiling : STOCK;
  }

  private static CancelReason missing(Target target) {
    return target.fold(
        account -> new HoldRefusal.NoSuchAccount(account),
        document -> new DocumentRefusal.NoSuchDocument(document));
  }

  private static long asked(DocumentOperation operation) {
    return operation instanceof ChangeDocument change
            && change.guards().equals(List.of(is(NUMBER, 1)))
        ? 1
        : 0;
  }

  /** The members of these words, of which those behind a {@code -} were not seen. */
  Verdict run(String words, boolean inOrder) {
    List<Member> all = members(words.replace("-", ""));
    List<String> each = List.of(words.split(" ", -1));
    return run(
        all,
        all.stream().filter(member -> !each.get(all.indexOf(member)).startsWith("-")).toList(),
        inOrder);
  }

  Verdict run(List<Member> members, boolean inOrder) {
    return run(members, members, inOrder);
  }

  private Verdict run(List<Member> members, List<Member> seen, boolean inOrder) {
    Map<TransactionId, Member> named = new HashMap<>();
    seen.forEach(member -> named.put(member.id(), member));
    List<TransactionId> order = members.stream().map(Member::id).toList();
    return Run.of(order, named, Set.of(), inOrder, answers(seen));
  }

  /** Settles what happened. */
  void settle(List<Member> members, Verdict verdict) {
    List<Member> applied = members.stream().filter(member -> verdict.applies(member.id())).toList();
    Claims.nets(applied, verdict)
        .forEach((target, net) -> values.merge(target, net, Math::addExact));
    applied.stream()
        .flatMap(member -> member.touches().stream())
        .filter(touch -> touch.how().fold(ChangeDocument.class::isInstance, scale -> false))
        .forEach(touch -> values.put(touch.target(), 1 - asked(touch.how().getLeft())));
  }

  /**
   * Runs the members one after the other, each by itself: how much each moved, of those that did.
   */
  Map<TransactionId, Long> oneByOne(List<Member> members) {
    Map<TransactionId, Long> moved = new HashMap<>();
    for (Member member : members) {
      long asked = member.touches().get(1).delta();
      long there = values.getOrDefault(member.touches().get(0).target(), 0L);
      long amount = member.atMost() ? Math.min(asked, there) : asked;
      if (amount > 0 && member.touches().stream().allMatch(touch -> fits(touch, amount))) {
        member.touches().forEach(touch -> apply(touch, amount));
        moved.put(member.id(), amount);
      }
    }
    return moved;
  }

  private boolean fits(Member.Touch touch, long amount) {
    Long value = values.get(touch.target());
    if (value == null || !touch.isRange()) {
      return value != null && value == asked(touch.how().getLeft());
    }
    long delta = delta(touch, amount);
    return delta < 0 ? value >= -delta : delta <= most(touch.target()) - value;
  }

  private static long delta(Member.Touch touch, long amount) {
    return touch.target() instanceof Target.OfAccount
        ? Long.signum(touch.delta()) * amount
        : touch.delta();
  }

  private void apply(Member.Touch touch, long amount) {
    if (touch.isRange()) {
      values.merge(touch.target(), delta(touch, amount), Math::addExact);
    } else if (touch.how().getLeft() instanceof ChangeDocument change) {
      values.put(touch.target(), 1 - asked(change));
    }
  }

  @Override
  public String toString() {
    return values + " up to " + ceiling;
  }

  Town copy() {
    Town copy = new Town().ceiling(ceiling);
    copy.values.putAll(values);
    return copy;
  }

  Map<Target, Long> values() {
    return values;
  }
}
