package io.twophase.test.fault;

import io.twophase.domain.AccountId;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.Transition;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.value.Value.Text;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Tells which parts of a store cannot be read: none, until a test plants it. Reads show it as
 * unreadable, and no write to it matches, as where a stored document is damaged.
 */
public final class Unreadables {

  private static final String FAULT = "planted: it cannot be read";

  private final Set<Planted> planted = ConcurrentHashMap.newKeySet();

  private record Planted(Kind kind, String id) {}

  Unreadables() {}

  /** The kinds of things that can be unreadable. */
  public enum Kind {
    /** An account, by its id: any figure or hold of it. */
    ACCOUNT,
    /** A document, by {@code collection/id}: any hold of it, or the fields of a period. */
    DOCUMENT,
    /** A transaction, a transfer of a batch, a batch or a receipt, by its id. */
    RECORD,
    /** The id of a record: by the id that it had. */
    RECORD_ID,
    /** The owner of transactions, by its id. */
    OWNER,
    /** The number of an event: which record it is of. */
    NUMBER,
    /** The leaf of the tree of evidence that has this number. */
    LEAF,
    /** The carried balance of an account, by its id; there need not be anything before. */
    CARRIED,
    /** The position of a consumer of events, by its name. */
    CONSUMER
  }

  /** From now on that cannot be read. */
  public void plant(Kind kind, Object id) {
    planted.add(new Planted(kind, id.toString()));
  }

  private boolean has(Kind kind, Object id) {
    return planted.contains(new Planted(kind, id.toString()));
  }

  /** Makes a call of a port; what it reads or writes is shown as far as it can be read. */
  Object around(String method, List<Object> asked, Interceptor.Call call) {
    if (planted.isEmpty()) {
      return call.make();
    }
    if (method.equals("change") && has(Kind.ACCOUNT, asked.get(0))) {
      throw new StoreException("account " + asked.get(0) + " cannot be read: " + FAULT);
    }
    return asked.size() == 1 && asked.get(0) instanceof List<?> elements
        ? answers(elements, call)
        : shown(call.with(asked.stream().map(this::shownTo).toList()).make());
  }

  /** Those that can be read are written to. */
  private Object answers(List<?> elements, Interceptor.Call call) {
    List<Optional<Object>> refused =
        elements.stream().map(each -> refusal(each).<Object>map(why -> why)).toList();
    if (refused.stream().allMatch(Optional::isEmpty)) {
      return shown(call.make());
    }
    List<?> others = elements.stream().filter(each -> refusal(each).isEmpty()).toList();
    Iterator<?> answers =
        others.isEmpty()
            ? others.iterator()
            : ((List<?>) call.with(List.of(others)).make()).iterator();
    return refused.stream().map(answer -> answer.orElseGet(() -> shown(answers.next()))).toList();
  }

  /**
   * The answer to a write to something that cannot be read. The end of a hold is none: a store may
   * still end what is held exactly as asked.
   */
  private Optional<?> refusal(Object element) {
    if (element instanceof Placing placing) {
      return has(placing.claim().target())
          ? Optional.of(refused(placing.claim().target()))
          : Optional.empty();
    }
    boolean isMissed =
        (element instanceof Stamping stamping && has(stamping.target()))
            || (element instanceof Transition transition && has(Kind.RECORD, transition.record()))
            || (element instanceof MemberTake take && has(Kind.RECORD, take.member()))
            || (element instanceof Removal removal && has(Kind.RECORD, removal.id()));
    return isMissed ? Optional.of(MatchOutcome.NOT_MATCHED) : Optional.empty();
  }

  private boolean has(Target target) {
    return target.fold(account -> has(Kind.ACCOUNT, account), ref -> has(Kind.DOCUMENT, ref));
  }

  private static Answer refused(Target target) {
    return Answer.refused(
        target.<CancelReason>fold(
            account -> new HoldRefusal.AccountCorrupt(account, FAULT),
            document -> new DocumentRefusal.DocumentCorrupt(document, FAULT)));
  }

  @SuppressWarnings("unchecked") // a port's consumers take whatever the port shows
  private Object shownTo(Object argument) {
    return argument instanceof Consumer<?> consumer
        ? (Consumer<Object>) one -> ((Consumer<Object>) consumer).accept(shown(one))
        : argument;
  }

  /** An answer of a port, or an element of one. */
  private Object shown(Object answer) {
    if (answer instanceof List<?> list) {
      return list.stream().filter(each -> !isMissed(each)).map(this::shown).toList();
    }
    if (answer instanceof Optional<?> option) {
      option
          .filter(each -> each instanceof EventConsumer it && has(Kind.CONSUMER, it.name()))
          .ifPresent(
              each -> {
                throw new StoreException(FAULT);
              });
      return answer;
    }
    if (answer instanceof Either<?, ?> either && either.isRight()) {
      return shown(either);
    }
    if (answer instanceof NumberedRecord it && has(Kind.NUMBER, it.number())) {
      return new NumberedRecord(it.number(), Either.left(FAULT));
    }
    if (answer instanceof Sight sight) {
      return sight
          .stored()
          .map(Stored::target)
          .filter(this::has)
          .map(Unreadables::unreadable)
          .orElseGet(() -> sight);
    }
    if (answer instanceof OwnerLookup.Found it && has(Kind.OWNER, it.owner())) {
      return new OwnerLookup.Unreadable(it.id(), FAULT);
    }
    return answer instanceof Lookup lookup ? shown(lookup) : answer;
  }

  private static Sight unreadable(Target target) {
    return Sight.unreadable(
        target.fold(
            AccountId::value,
            document -> document.id() instanceof Text text ? text.value() : document.id().words()),
        FAULT);
  }

  /** A leaf that cannot be read is shown nowhere, and no number is given to an id that is none. */
  private boolean isMissed(Object element) {
    return (element instanceof TreeLeaf leaf && has(Kind.LEAF, leaf.number()))
        || (element instanceof RecordId id && has(Kind.RECORD_ID, id.value()));
  }

  private Object shown(Either<?, ?> either) {
    if (either.get() instanceof EventConsumer it && has(Kind.CONSUMER, it.name())) {
      return Either.left("consumer " + it.name() + ": " + FAULT);
    }
    return either.get() instanceof CarriedBalance it && has(Kind.CARRIED, it.account())
        ? Either.left("balance " + it.account() + ": " + FAULT)
        : either;
  }

  private Lookup shown(Lookup lookup) {
    boolean isThere = lookup.kind() == Lookup.Kind.FOUND || lookup.kind() == Lookup.Kind.REMOVED;
    if (isThere && has(Kind.RECORD_ID, lookup.id())) {
      return Lookup.unreadable("not " + lookup.id(), FAULT);
    }
    if (isThere && has(Kind.RECORD, lookup.id())) {
      return Lookup.unreadable(lookup.id(), FAULT);
    }
    return lookup
        .member()
        .filter(member -> isThere && has(Kind.RECORD, member.record()))
        .map(member -> Lookup.unreadable(member, FAULT))
        .orElse(lookup);
  }
}
