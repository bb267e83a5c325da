package io.twophase.app.simulation.world;

import io.twophase.app.testing.LostMembers;
import io.twophase.domain.AccountId;
import io.twophase.domain.OwnerId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Accounts;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.equality.record.Effects;
import io.twophase.test.fault.Interceptor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The store as one process reaches it: each call meets what its network does to it. No process can
 * show that it is alive, so only time tells who is dead.
 */
final class SimulatedStore implements Interceptor {

  /** What a process knows without a call. */
  private static final Set<String> KNOWN =
      Set.of(
          "keeping",
          "isComplete",
          "runsWhole",
          "tryWhole",
          "decisions",
          "collection",
          "removeReceipts",
          "turnOn",
          "turnOff");

  private final World world;
  private final Wire wire;
  private final Store store;
  private final Random random;

  private SimulatedStore(World world, Wire wire) {
    this.world = world;
    this.wire = wire;
    this.store = world.store();
    this.random = world.random();
  }

  static Store of(World world, Wire wire) {
    return Interceptor.before(Store.class, world.store(), new SimulatedStore(world, wire));
  }

  @Override
  public Object around(String method, List<Object> asked, Call call) {
    Class<?> port = call.method().getDeclaringClass();
    if (port == Store.class || KNOWN.contains(method)) {
      return call.make();
    }
    return port == OwnerRepository.class ? hidden(method, asked) : sent(port, asked, call);
  }

  private static Object hidden(String method, List<Object> asked) {
    return switch (method) {
      case "find" ->
          ((List<?>) asked.get(0))
              .stream().map(owner -> new OwnerLookup.Absent((OwnerId) owner)).toList();
      case "silent" -> List.of();
      case "beat" -> MatchOutcome.IN_DOUBT;
      default -> MatchOutcome.NOT_MATCHED;
    };
  }

  private Object sent(Class<?> port, List<Object> asked, Call call) {
    Optional<Writing> writing = writing(port, call);
    if (writing.isEmpty()) {
      return read(asked, call);
    }
    Method method = call.method();
    if (method.getReturnType() == List.class) {
      return wire.write(writing.orElseThrow(), List.copyOf((List<?>) asked.get(0)));
    }
    Object answer = wire.write(writing.orElseThrow(), List.of(asked)).get(0);
    return method.getReturnType() == void.class ? null : answer;
  }

  private Optional<Writing> writing(Class<?> port, Call call) {
    String method = call.method().getName();
    Writing writing = null;
    if (port == Holds.class) {
      writing = ofHolds(method, call);
    } else if (port == Records.class) {
      writing = ofRecords(method, call);
    } else if (port == Accounts.class) {
      writing = ofAccounts(method, call);
    } else if (port == CarriedBalanceRepository.class && method.equals("carry")) {
      writing = match(call, Object.class, each -> {}, (each, exact) -> MatchOutcome.NOT_MATCHED);
    } else if (isOfEvents(port, method)) {
      // all of it travels together: nothing is inserted behind what was not
      writing = ofOne(call, MatchOutcome.IN_DOUBT, () -> {});
    }
    return Optional.ofNullable(writing);
  }

  private static boolean isOfEvents(Class<?> port, String method) {
    return port == EventRepository.class
        ? Set.of("confirm", "mark", "give", "trim").contains(method)
        : port == EvidenceRepository.class && method.equals("add");
  }

  private Writing ofHolds(String method, Call call) {
    return switch (method) {
      case "place" ->
          new Writing(
              method,
              elements -> made(call, elements),
              any -> Answer.inDoubt(),
              each -> observe(((Placing) each).claim().target()),
              (each, exact) -> vague((Placing) each, (Answer) exact),
              mayBeRepeated(method));
      case "stamp" ->
          new Writing(
              method,
              elements -> made(call, elements),
              any -> MatchOutcome.IN_DOUBT,
              each -> observe(((Stamping) each).target()),
              (each, exact) -> isStamped((Stamping) each) ? MatchOutcome.MATCHED : exact,
              mayBeRepeated(method));
      case "end" ->
          match(
              call,
              Ending.class,
              ending -> observe(ending.target()),
              (each, exact) -> MatchOutcome.MATCHED);
      default -> null;
    };
  }

  /** By rule 4, no hold and no stamp may arrive twice. */
  private boolean mayBeRepeated(String method) {
    return world.setup().repeated().contains(method);
  }

  private Answer vague(Placing asked, Answer exact) {
    Hold wanted = Hold.of(store.home(), asked);
    return isHeld(asked.claim().target(), wanted) ? Answer.held(wanted) : exact;
  }

  private boolean isStamped(Stamping asked) {
    return isHeld(asked.target(), asked.read().at(asked.epoch()));
  }

  private boolean isHeld(Target target, Hold hold) {
    return store
        .holds()
        .findLatest(target)
        .stored()
        .map(Stored::holds)
        .filter(all -> all.contains(hold))
        .isPresent();
  }

  private void observe(Target target) {
    target
        .<Runnable>fold(
            account -> () -> world.auditor().observeAccount(account),
            document -> () -> world.auditor().periods().observe(document))
        .run();
  }

  private Writing ofRecords(String method, Call call) {
    return switch (method) {
      case "insert" ->
          new Writing(
              method,
              elements -> inserted(call, elements),
              each -> Collections.nCopies(1 + documents((NewRecord) each), BeginOutcome.IN_DOUBT),
              each -> ((NewRecord) each).memberIds().forEach(world.auditor()::observeMember),
              Writing.Vague.NEVER,
              true);
      case "move" ->
          match(
              call,
              Transition.class,
              transition -> world.auditor().observeRecord(transition.record()),
              (each, exact) -> isShown((Transition) each) ? MatchOutcome.MATCHED : exact);
      case "take" ->
          match(
              call,
              MemberTake.class,
              take -> world.auditor().observeMember(take.member()),
              Writing.Vague.NEVER);
      case "remove" ->
          match(
              call,
              Removal.class,
              removal ->
                  removal
                      .going()
                      .fold(
                          record -> record.only().map(body -> body.id()),
                          member -> Optional.of(member.id()))
                      .ifPresent(world.auditor()::observeMember),
              Writing.Vague.NEVER);
      default -> null;
    };
  }

  private static int documents(NewRecord record) {
    return record.id().isOfMany() ? record.members().size() : 0;
  }

  private boolean isShown(Transition transition) {
    return store
        .records()
        .find(List.of(transition.record()))
        .get(0)
        .record()
        .filter(record -> Effects.isShown(transition, record))
        .isPresent();
  }

  private List<Object> inserted(Call call, List<Object> records) {
    List<Object> answers = made(call, records);
    return wire.isCalm()
        ? answers
        : LostMembers.of(random, store.records(), records, answers, this::mayComeLater);
  }

  private void mayComeLater(NewRecord record) {
    if (random.nextBoolean()) {
      world
          .lateMessages()
          .send(
              () -> {
                store.records().insert(List.of(record));
                record.memberIds().forEach(world.auditor()::observeMember);
              });
    }
  }

  private Writing ofAccounts(String method, Call call) {
    return switch (method) {
      case "change" ->
          ofOne(
              call,
              new StatusOutcome.InDoubt(),
              () -> world.auditor().observeAccount((AccountId) call.asked().get(0)));
      case "changePeriod" ->
          ofOne(
              call,
              MatchOutcome.IN_DOUBT,
              () ->
                  world
                      .auditor()
                      .periods()
                      .observe(Period.document((PeriodName) call.asked().get(0))));
      default -> null;
    };
  }

  private static <E> Writing match(
      Call call, Class<E> type, Consumer<E> observe, Writing.Vague vague) {
    return new Writing(
        call.method().getName(),
        elements -> made(call, elements),
        any -> MatchOutcome.IN_DOUBT,
        each -> observe.accept(type.cast(each)),
        vague,
        true);
  }

  private static List<Object> made(Call call, List<Object> elements) {
    return List.copyOf((List<?>) call.with(List.of(elements)).make());
  }

  /** A call that is one element, which travels as a whole; it may arrive again at any time. */
  private static Writing ofOne(Call call, Object inDoubt, Runnable observe) {
    return new Writing(
        call.method().getName(),
        any -> {
          Object answer = call.make();
          observe.run();
          return List.of(answer == null ? MatchOutcome.MATCHED : answer);
        },
        any -> inDoubt,
        any -> {},
        Writing.Vague.NEVER,
        true);
  }

  private Object read(List<Object> asked, Call call) {
    String method = call.method().getName();
    int last = asked.size() - 1;
    if (last < 0 || !(asked.get(last) instanceof Consumer<?> consumer)) {
      return wire.read(method, call::make);
    }
    List<Object> shown = new ArrayList<>();
    List<Object> collecting = new ArrayList<>(asked);
    collecting.set(last, (Consumer<Object>) shown::add);
    wire.read(method, () -> call.with(collecting).make());
    @SuppressWarnings("unchecked") // a port's consumers take whatever the port shows
    Consumer<Object> shownTo = (Consumer<Object>) consumer;
    shown.forEach(shownTo);
    return null;
  }
}
