package io.twophase.app.simulation.world;

import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The store as one process reaches it: each call meets what its network does to it. No process can
 * show that it is alive, so only time tells who is dead.
 */
record SimulatedStore(World world, Wire wire) implements Interceptor {

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

  private static final Set<String> WRITES =
      Set.of(
          "place",
          "stamp",
          "end",
          "insert",
          "move",
          "take",
          "remove",
          "change",
          "changePeriod",
          "carry",
          "confirm",
          "mark",
          "give",
          "trim",
          "add");

  static Store of(World world, Wire wire) {
    return Interceptor.before(Store.class, world.store(), new SimulatedStore(world, wire));
  }

  @Override
  public Object around(String method, List<Object> asked, Call call) {
    Class<?> port = call.method().getDeclaringClass();
    if (port == Store.class || KNOWN.contains(method)) {
      return call.make();
    }
    if (port == OwnerRepository.class) {
      return hidden(method, asked);
    }
    return WRITES.contains(method) ? written(call) : read(asked, call);
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

  private Object written(Call call) {
    Class<?> answer = call.method().getReturnType();
    List<Object> answers = wire.write(new Writing(world, call, wire.isCalm()));
    return answer == List.class ? answers : answer == void.class ? null : answers.get(0);
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
