package io.twophase.app.simulation.world;

import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** One process's way to the store: each call meets the faults that the rates draw. */
public final class Wire {

  /** The process dies: nothing in the code under test catches it. */
  public static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    private Crash() {
      super("the process dies here", null, false, false);
    }
  }

  private static final int LONGEST_STALL_MILLIS = 2_500;

  private final String process;
  private final World world;
  private final FaultRates rates;
  private final Random random;

  public Wire(String process, World world, FaultRates rates) {
    this.process = process;
    this.world = world;
    this.rates = rates;
    this.random = world.random();
  }

  boolean isCalm() {
    return rates.isCalm();
  }

  /** A call that changes nothing. */
  <T> T read(String name, Supplier<T> reading) {
    waitForTurn();
    Fate fate = rates.ofRead(random);
    strike(fate, () -> name);
    switch (fate) {
      case CRASH_BEFORE -> throw new Crash();
      case UNAVAILABLE -> throw new StoreUnavailableException("simulated: " + name);
      case BREAK -> throw new StoreException("simulated: " + name);
      default -> {}
    }
    T answer = reading.get();
    if (fate == Fate.CRASH_AFTER) {
      throw new Crash();
    }
    travelBack();
    return answer;
  }

  /** A call that changes something. */
  List<Object> write(Writing writing) {
    List<Object> elements = writing.elements();
    if (elements.isEmpty()) {
      return List.of();
    }
    waitForTurn();
    Fate fate = rates.ofWrite(random, elements.size());
    strike(fate, () -> writing.name() + ' ' + elements);
    List<Object> answers = write(fate, writing, elements);
    travelBack();
    return answers;
  }

  private List<Object> write(Fate fate, Writing writing, List<Object> elements) {
    return switch (fate) {
      case PASS, STALL -> writing.make(elements);
      case ONE_BY_ONE -> upTo(elements.size(), writing, elements);
      case VAGUE -> vague(writing, elements);
      case LOSE_REQUEST -> writing.inDoubt(elements);
      case LOSE_ANSWER -> {
        writing.make(elements);
        yield writing.inDoubt(elements);
      }
      case DELIVER_LATE -> {
        elements.forEach(element -> sendLate(writing, element));
        yield writing.inDoubt(elements);
      }
      case PARTIAL -> partial(writing, elements);
      case REPEAT -> repeat(writing, elements);
      case UNAVAILABLE -> throw new StoreUnavailableException("simulated: " + writing.name());
      case BREAK -> {
        scatter(writing, elements);
        throw new StoreException("simulated: " + writing.name());
      }
      case CRASH_BEFORE -> throw new Crash();
      case CRASH_AMID -> {
        upTo(1 + random.nextInt(elements.size() - 1), writing, elements);
        throw new Crash();
      }
      case CRASH_AFTER -> {
        writing.make(elements);
        throw new Crash();
      }
    };
  }

  private List<Object> upTo(int end, Writing writing, List<Object> elements) {
    List<Object> answers = new ArrayList<>(elements.size());
    for (Object element : elements.subList(0, end)) {
      if (!answers.isEmpty() && random.nextInt(3) == 0) {
        world.scheduler().step();
      }
      answers.add(writing.make(element));
    }
    return answers;
  }

  /** Only where some match and some do not, a store may know how many and not which. */
  private static List<Object> vague(Writing writing, List<Object> elements) {
    List<Object> exact = writing.make(elements);
    List<Object> answers = new ArrayList<>(elements.size());
    boolean isMixed = exact.stream().distinct().count() > 1;
    for (int at = 0; at < elements.size(); at++) {
      Object answer = exact.get(at);
      answers.add(isMixed ? writing.vague(elements.get(at), answer) : answer);
    }
    return answers;
  }

  private List<Object> partial(Writing writing, List<Object> elements) {
    int answered = 1 + random.nextInt(elements.size() - 1);
    List<Object> answers = upTo(answered, writing, elements);
    scatter(writing, elements.subList(answered, elements.size()));
    answers.addAll(writing.inDoubt(elements.subList(answered, elements.size())));
    return answers;
  }

  private List<Object> repeat(Writing writing, List<Object> elements) {
    List<Object> answers = writing.make(elements);
    if (writing.isRepeatable()) {
      elements.forEach(element -> sendLate(writing, element));
    } else {
      writing.make(elements);
    }
    return answers;
  }

  /** Each arrives, arrives late or is lost. */
  private void scatter(Writing writing, List<Object> elements) {
    for (Object element : elements) {
      switch (random.nextInt(3)) {
        case 0 -> writing.make(element);
        case 1 -> sendLate(writing, element);
        default -> {}
      }
    }
  }

  private void sendLate(Writing writing, Object element) {
    world
        .lateMessages()
        .send(
            () -> {
              Object answer = writing.make(element);
              world.note(process, () -> "late " + writing.name() + " " + element + " -> " + answer);
            });
  }

  private void waitForTurn() {
    if (rates.stalls(random)) {
      strike(Fate.STALL, () -> "");
      world.scheduler().sleep(1 + random.nextInt(LONGEST_STALL_MILLIS));
    }
    world.scheduler().step();
  }

  private void travelBack() {
    if (!rates.isCalm() && random.nextInt(3) == 0) {
      world.scheduler().step();
    }
  }

  private void strike(Fate fate, Supplier<String> call) {
    world.note(process, () -> fate + " " + call.get());
    if (!rates.isCalm()) {
      world.tally().count("calls: " + fate);
    }
  }
}
