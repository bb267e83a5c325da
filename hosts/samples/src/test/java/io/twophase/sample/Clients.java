package io.twophase.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Customers who order one thing after another, and ask again until they have an answer. */
final class Clients implements AutoCloseable {

  private static final int CLIENTS = 4;

  /** As patient as customers are: a service that starts has other things to do. */
  private static final int PAUSE_MILLIS = 50;

  private static final List<String> CUSTOMERS = List.of("ann", "bob", "cy");

  private final ServiceProcess service;
  private final Map<Order, Answer> answers = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
  private final List<Future<?>> running;

  Clients(ServiceProcess service) {
    this.service = service;
    this.running =
        IntStream.range(0, CLIENTS).<Future<?>>mapToObj(i -> threads.submit(this::order)).toList();
  }

  private Void order() throws InterruptedException {
    while (!ended.get()) {
      int number = next.incrementAndGet();
      Order order =
          new Order("o" + number, CUSTOMERS.get(number % CUSTOMERS.size()), 1 + number % 499);
      answers.put(order, untilAnswered(order));
    }
    return null;
  }

  /** The answer, under the same id however often it takes. */
  Answer untilAnswered(Order order) throws InterruptedException {
    while (true) {
      try {
        Answer answer = service.put(order);
        if (answer.status() != Answer.ASK_AGAIN) {
          return answer;
        }
      } catch (IOException noAnswer) {
        // killed, or not up yet
      }
      assertThat(service.isAlive() || !ended.get()).as(service::output).isTrue();
      repeated.incrementAndGet();
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** How many orders have an answer. */
  int answered() {
    return answers.size();
  }

  /** How many requests had none, and were sent again. */
  int repeated() {
    return repeated.get();
  }

  /** Lets each have the answer that it waits for, and answers with all of them. */
  Map<Order, Answer> end() throws InterruptedException, ExecutionException {
    ended.set(true);
    for (Future<?> client : running) {
      client.get();
    }
    return answers;
  }

  @Override
  public void close() {
    ended.set(true);
    threads.shutdownNow();
  }
}
