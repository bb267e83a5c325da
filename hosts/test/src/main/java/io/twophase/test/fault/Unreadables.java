package io.twophase.test.fault;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OwnerLookup;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
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
  Object call(Method method, Object port, Object[] arguments)
      throws IllegalAccessException, InvocationTargetException {
    if (planted.isEmpty()) {
      return method.invoke(port, arguments);
    }
    if (arguments != null
        && arguments.length == 1
        && arguments[0] instanceof List<?> elements
        && elements.stream().anyMatch(this::isWriteTo)) {
      return write(method, port, elements);
    }
    return shown(method.invoke(port, shownTo(arguments)));
  }

  /** Those that can be read are written to. */
  private Object write(Method method, Object port, List<?> elements)
      throws IllegalAccessException, InvocationTargetException {
    List<?> others = elements.stream().filter(each -> !isWriteTo(each)).toList();
    Iterator<?> answers =
        others.isEmpty() ? others.iterator() : ((List<?>) method.invoke(port, others)).iterator();
    List<Object> all = new ArrayList<>();
    for (Object each : elements) {
      all.add(isWriteTo(each) ? answer(method, each) : shown(answers.next()));
    }
    return all;
  }

  private boolean isWriteTo(Object element) {
    if (element instanceof Leg leg) {
      return has(Kind.ACCOUNT, leg.operation().account());
    }
    if (element instanceof RangeCall call) {
      return has(Kind.ACCOUNT, call.account());
    }
    if (element instanceof DocumentLeg leg) {
      return has(Kind.DOCUMENT, leg.document());
    }
    if (element instanceof HeldDocument held) {
      return has(Kind.DOCUMENT, held.document());
    }
    if (element instanceof Transition transition) {
      return has(Kind.RECORD, transition.transaction());
    }
    if (element instanceof MemberTake take) {
      return has(Kind.RECORD, take.member());
    }
    return element instanceof BatchTransition transition && has(Kind.RECORD, transition.batch());
  }

  private static Object answer(Method method, Object element) {
    if (element instanceof RangeCall call) {
      return call.request() instanceof RangeRequest.Look
          ? new RangeReply.Seen(
              new RangeLook.Never(new HoldRefusal.AccountCorrupt(call.account(), FAULT)))
          : new RangeReply.Counted(MatchOutcome.NOT_MATCHED);
    }
    if (element instanceof Leg leg && method.getName().equals("hold")) {
      return new AccountHoldOutcome.Refused(
          new HoldRefusal.AccountCorrupt(leg.operation().account(), FAULT));
    }
    if (element instanceof DocumentLeg leg && method.getName().equals("hold")) {
      return new DocumentHoldOutcome.Refused(
          new DocumentRefusal.DocumentCorrupt(leg.document(), FAULT));
    }
    return MatchOutcome.NOT_MATCHED;
  }

  @SuppressWarnings("unchecked") // a port's consumers take whatever the port shows
  private Object[] shownTo(Object[] arguments) {
    return arguments == null
        ? new Object[0]
        : Arrays.stream(arguments)
            .map(
                each ->
                    each instanceof Consumer<?> consumer
                        ? (Consumer<Object>) one -> ((Consumer<Object>) consumer).accept(shown(one))
                        : each)
            .toArray();
  }

  /** An answer of a port, or an element of one. */
  private Object shown(Object answer) {
    if (answer instanceof List<?> list) {
      return list.stream().filter(each -> !isMissed(each)).map(this::shown).toList();
    }
    if (answer instanceof Option<?> option) {
      option
          .filter(each -> each instanceof EventConsumer it && has(Kind.CONSUMER, it.name()))
          .forEach(
              each -> {
                throw new StoreException(FAULT);
              });
      return answer;
    }
    if (answer instanceof Either<?, ?> either && either.isRight()) {
      return shown(either);
    }
    if (answer instanceof EvidenceRepository evidence) {
      return Mortal.port(EvidenceRepository.class, evidence, new Faults(), this);
    }
    if (answer instanceof NumberedRecord it && has(Kind.NUMBER, it.number())) {
      return new NumberedRecord(it.number(), new RecordId.Unreadable(FAULT));
    }
    if (answer instanceof AccountLookup.Found it && has(Kind.ACCOUNT, it.account().id())) {
      return new AccountLookup.Unreadable(it.account().id().value(), FAULT);
    }
    if (answer instanceof DocumentLookup.Found it && has(Kind.DOCUMENT, it.document().ref())) {
      return new DocumentLookup.Unreadable(it.document().ref(), FAULT);
    }
    if (answer instanceof OwnerLookup.Found it && has(Kind.OWNER, it.owner())) {
      return new OwnerLookup.Unreadable(it.id(), FAULT);
    }
    return ofRecord(answer);
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

  private Object ofRecord(Object answer) {
    if (answer instanceof TransactionLookup.Found it) {
      String id = it.record().id().value();
      if (has(Kind.RECORD_ID, id)) {
        return new TransactionLookup.Unreadable("not " + id, FAULT);
      }
      return has(Kind.RECORD, id) || it.batch().exists(batch -> has(Kind.RECORD, batch))
          ? new TransactionLookup.Unreadable(id, FAULT)
          : it;
    }
    if (answer instanceof TransactionLookup.Removed it && has(Kind.RECORD, it.receipt().id())) {
      return new TransactionLookup.Unreadable(it.receipt().id().value(), FAULT);
    }
    if (answer instanceof TransferLookup.OfBatch it && has(Kind.RECORD, it.document().id())) {
      return new TransferLookup.Unreadable(it.document().id().value(), FAULT);
    }
    if (answer instanceof BatchLookup.Found it && has(Kind.RECORD, it.record().id())) {
      return new BatchLookup.Unreadable(it.record().id().value(), FAULT);
    }
    return answer;
  }
}
