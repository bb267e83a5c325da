package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ScansTest {

  private static final List<String> SEARCHES =
      List.of("/find?list=latest&scan=yes", "/account/statement?id=A&scan=yes");

  @AutoClose private final Bank bank = new Bank();
  private final Semaphore arrived = new Semaphore(0);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final Console console = bank.console(ConsoleSettings.of(Access.local("me")));

  @AfterEach
  void close() {
    goesOn.countDown();
  }

  @Test
  void twoSearchesAreUnderWayAtMost() throws InterruptedException {
    bank.before(
        (method, asked, call) -> {
          arrived.release();
          Bank.await(goesOn);
          return call.make();
        });
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
