package io.twophase.cli.process;

import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.Upstream;
import io.twophase.adapter.mongo.network.WireCommand;
import io.twophase.adapter.mongo.network.WireMessage;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;

/**
 * A network between one process and the server that is slow with one message: it holds a write of a
 * transfer or of a batch back until it is let go or lost, and lets all else pass.
 */
final class HeldRequest implements Route {

  private static final long LIMIT_SECONDS = 120;

  private final Write heldBack;
  private final int turn;
  private final AtomicInteger seen = new AtomicInteger();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch delivery = new CountDownLatch(1);
  private final CompletableFuture<BsonDocument> answer = new CompletableFuture<>();
  private volatile boolean isLost;

  /** The write of the first transfer. */
  HeldRequest(Write write) {
    this(write, 0);
  }

  /**
   * The write of a later record, where one record ends before the next begins.
   *
   * @param before the number of commands of its sort that the process sends for earlier records
   */
  HeldRequest(Write write, int before) {
    this.heldBack = write;
    this.turn = before + write.turn();
  }

  /** Waits until the write is on its way; it goes no further. */
  void awaitHeld() throws InterruptedException {
    if (!held.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the message did not come");
    }
  }

  /** Lets the write arrive, and answers what the server says to it. */
  BsonDocument deliver() throws InterruptedException {
    delivery.countDown();
    try {
      return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException fault) {
      throw new AssertionError("the message was not answered", fault);
    }
  }

  /** The write never arrives. */
  void lose() {
    isLost = true;
    delivery.countDown();
  }

  @Override
  public Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException {
    if (!isHeldBack(request)) {
      return Optional.of(server.ask(request));
    }
    held.countDown();
    awaitDelivery();
    if (isLost) {
      return Optional.empty();
    }
    WireMessage answered = server.ask(request);
    answer.complete(answered.body());
    return Optional.of(answered);
  }

  private boolean isHeldBack(WireMessage message) {
    return heldBack.isLike(WireCommand.of(message)) && seen.incrementAndGet() == turn;
  }

  private void awaitDelivery() {
    try {
      delivery.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
