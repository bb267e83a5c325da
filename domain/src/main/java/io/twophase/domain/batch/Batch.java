package io.twophase.domain.batch;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.Net;
import io.twophase.domain.range.Range;
import io.vavr.control.Option;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The transfers that are decided by one record.
 *
 * @param order in which they are run, by their ids
 * @param known those of them whose documents were seen
 * @param inOrder whether the outcome must be that of running them one after the other
 */
public record Batch(List<TransactionId> order, Map<TransactionId, Member> known, boolean inOrder) {

  /**
   * @throws IllegalArgumentException if two members have one id
   */
  public Batch {
    // not Map.copyOf: ids that count upwards make its probes long
    order = List.copyOf(order);
    known = Collections.unmodifiableMap(new HashMap<>(known));
    if (new HashSet<>(order).size() < order.size()) {
      throw new IllegalArgumentException("a transfer is in the batch twice");
    }
  }

  /**
   * One whose members are all known.
   *
   * @throws IllegalArgumentException if two members have one id
   */
  public static Batch of(List<Member> members, boolean inOrder) {
    Map<TransactionId, Member> known = new HashMap<>();
    members.forEach(member -> known.put(member.id(), member));
    return new Batch(members.stream().map(Member::id).toList(), known, inOrder);
  }

  /** The members that are known, in their order. */
  public List<Member> members() {
    return order.stream().map(known::get).filter(Objects::nonNull).toList();
  }

  /**
   * What is to be held: for each account the sum of what its members take, and of what they bring.
   * A sum that reaches the end of int64 stops there and counts as more than any account has: the
   * range is reduced, and no account is asked for it before it was read.
   *
   * @param part the members that take part, as {@link Seen#takesPart} says
   */
  public static Range sums(AccountId account, List<Member> part) {
    long debit = 0;
    long credit = 0;
    for (Member member : part) {
      if (member.source().equals(account)) {
        debit = Net.plus(debit, member.amount());
      } else if (member.destination().equals(account)) {
        credit = Net.plus(credit, member.amount());
      }
    }
    return new Range(debit, credit, beyondInt64(debit), beyondInt64(credit));
  }

  private static Option<Long> beyondInt64(long sum) {
    return Option.when(sum == Long.MAX_VALUE, sum);
  }

  /**
   * What is to be held of an account that was read: the sums, or less where they do not fit. Then
   * this account's members alone are run in their order, and what does not fit holds nothing. To
   * hold all there is for members that cannot fit would refuse others for room that nobody uses.
   *
   * @param available the account's bound as it was read, in minor units
   * @param receivable the same
   */
  public static Range within(
      AccountId account, List<Member> part, long available, long receivable) {
    Range sums = sums(account, part);
    boolean fit = !sums.isReduced() && available >= sums.debit() && receivable >= sums.credit();
    return fit ? sums : reduced(account, part, sums, available, receivable);
  }

  private static Range reduced(
      AccountId account, List<Member> part, Range sums, long available, long receivable) {
    long debit = 0;
    long credit = 0;
    long net = 0;
    for (Member member : part) {
      long amount = member.amount();
      if (member.source().equals(account) && amount <= Net.plus(available, net)) {
        debit = Net.plus(debit, amount);
        net = Net.minus(net, amount);
      } else if (member.destination().equals(account) && amount <= Net.minus(receivable, net)) {
        credit = Net.plus(credit, amount);
        net = Net.plus(net, amount);
      }
    }
    long held = Math.min(debit, available);
    long room = Math.min(credit, receivable);
    return new Range(
        held,
        room,
        Option.when(held < sums.debit() || sums.had().isDefined(), available),
        Option.when(room < sums.credit() || sums.could().isDefined(), receivable));
  }

  /**
   * By how much a settle moves the account's balance, in minor units: a function of the decided
   * record and the members' documents only (rule 18). In the order of the run each sum on the way
   * is within the account's range, and so within int64.
   *
   * @param applied in the order in which they were run
   * @throws ArithmeticException if a sum passes an end of int64: no run has decided so
   */
  public static long net(AccountId account, List<Member> applied) {
    long net = 0;
    for (Member member : applied) {
      if (member.source().equals(account)) {
        net = Math.subtractExact(net, member.amount());
      } else if (member.destination().equals(account)) {
        net = Math.addExact(net, member.amount());
      }
    }
    return net;
  }

  /** The members that happen, in their order. */
  public List<Member> applied(Set<TransactionId> excluded, Verdict verdict) {
    return members().stream()
        .filter(member -> !excluded.contains(member.id()) && verdict.applies(member.id()))
        .toList();
  }

  /** The members whose documents were not seen to name the batch, excluded or not. */
  public List<TransactionId> unseen(Seen seen) {
    return order.stream().filter(id -> !seen.named().contains(id)).toList();
  }

  /** The members that take part, in their order. */
  public List<Member> part(Seen seen) {
    return members().stream().filter(seen::takesPart).toList();
  }

  /** The accounts that the members touch, in the order in which they are first named. */
  public static Set<AccountId> accounts(List<Member> members) {
    Set<AccountId> accounts = new LinkedHashSet<>();
    for (Member member : members) {
      accounts.add(member.source());
      accounts.add(member.destination());
    }
    return accounts;
  }

  /**
   * What was seen of the members before the decision.
   *
   * @param named whose documents name the batch, as a majority has them: rule 16
   * @param excluded who was canceled before the decision: rule 19
   */
  public record Seen(Set<TransactionId> named, Set<TransactionId> excluded) {

    /** Copies the sets. */
    public Seen {
      named = Collections.unmodifiableSet(new HashSet<>(named));
      excluded = Collections.unmodifiableSet(new HashSet<>(excluded));
    }

    /** Whether the member is held for: its document names the batch, and it is not excluded. */
    public boolean takesPart(Member member) {
      return named.contains(member.id()) && !excluded.contains(member.id());
    }
  }
}
