package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.ports.Records;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScansTest {

  private static final List<String> SEARCHES =
      List.of("/find?list=latest&scan=yes", "/account/statement?id=A&scan=yes");

  private final Bank bank = new Bank();
  private final Semaphore arrived = new Semaphore(0);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private volatile boolean isSlow;
  private final Store slow =
      Interceptor.replacing(
          bank.memory,
          Records.class,
          records ->
              Interceptor.before(
                  Records.class,
                  records,
                  (method, asked, call) -> {
                    if (method.equals("searchIndexes")) {
                      return SearchIndexes.NONE;
                    }
                    if (isSlow) {
                      arrived.release();
                      await();
                    }
                    return call.make();
                  }));
  private final TwoPhase twophase = TwoPhase.over(slow).build();
  private final Console console =
      Console.over(twophase, slow, ConsoleSettings.of(Access.local("me")).withClock(bank.clock));

  private void await() {
    try {
      goesOn.await();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void close() {
    goesOn.countDown();
    console.close();
    twophase.close();
    bank.close();
  }

  @Test
  void twoSearchesAreUnderWayAtMost() throws InterruptedException {
    isSlow = true;
    List<CompletableFuture<Asked.Reply>> first = new ArrayList<>();
    for (String search : SEARCHES) {
      first.add(CompletableFuture.supplyAsync(() -> new Asked(console).get(search)));
    }
    assertThat(arrived.tryAcquire(2, 10, TimeUnit.SECONDS)).isTrue();

    for (String search : SEARCHES) {
      Asked.Reply third = new Asked(console).get(search);
      assertThat(third.status()).as(search).isEqualTo(503);
      assertThat(third.text()).contains("two searches are under way; try again");
    }

    goesOn.countDown();
    first.forEach(one -> assertThat(one.join().status()).isEqualTo(200));
    SEARCHES.forEach(search -> assertThat(new Asked(console).get(search).status()).isEqualTo(200));
  }
}
