package io.twophase.cli.demo;

import static com.mongodb.client.model.Updates.inc;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.cli.TwophaseCommand;
import io.twophase.cli.demo.CrashingStore.ProcessLife;
import io.twophase.cli.demo.Demo.Bank;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.demo.ExampleCommand.OrderExample;
import io.twophase.cli.demo.ExampleCommand.OrderExample.Shop;
import io.twophase.cli.text.ExitCode;
import io.twophase.embedded.EmbeddedServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.ToIntFunction;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The demo of steps and the example of an order: faults are found, told, and refused. */
class DemoCommandTest {

  @AutoClose private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @Test
  void booksThatDoNotBalanceAreToldAndRefused() {
    try (Bank bank = new Bank(server, "bank")) {
      bank.transfer(ProcessLife.endless());
      assertThat(bank.faults()).isEmpty();
      spoil(
          "bank",
          "accounts",
          "B",
          Updates.combine(
              inc("balance", -10_000L), inc("available", -10_000L), inc("receivable", 10_000L)));

      List<String> faults = bank.faults();

      assertThat(faults).contains("account B has 1000.00 USD, not 1100.00 USD");
      Story story = Demo.run();
      assertThat(story.balanced()).isTrue();
      Story spoilt =
          new Story(
              story.store(),
              story.transfer(),
              story.killed(),
              story.tutorial(),
              story.slow(),
              story.writes(),
              faults,
              false);
      assertRefused(
          "demo",
          line -> ((DemoCommand) line.getCommand()).told(spoilt),
          "books do NOT balance",
          faults.get(0));
    }
  }

  @Test
  void anOrderThatIsPaidForAndStaysUnpaidIsToldAndRefused() {
    try (Shop shop = new Shop(server, "shop")) {
      try (var till = shop.process("till", ProcessLife.endless())) {
        till.run(Shop.create("o1", "20.00")).orElseThrow();
        till.run(Shop.pay("pay-o1", "o1", "20.00")).orElseThrow();
      }
      assertThat(shop.faults("20.00")).isEmpty();
      spoil("shop", "orders", "o1", Updates.set("status", "UnPaid"));

      List<String> faults = shop.faults("20.00");

      assertThat(faults).contains("there are 0 orders paid, and 1 payments");
      OrderExample.Story spoilt = new OrderExample.Story("here", List.of(), 1, faults);
      assertRefused(
          "example",
          line -> ((ExampleCommand) line.getCommand()).told(spoilt),
          "NOT each time all or nothing",
          faults.get(0));
    }
  }

  private void spoil(String database, String collection, String id, Bson change) {
    try (MongoClient client = MongoClients.create(server.uri())) {
      client.getDatabase(database).getCollection(collection).updateOne(Filters.eq(id), change);
    }
  }

  private static void assertRefused(
      String command, ToIntFunction<CommandLine> telling, String told, String noted) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = TwophaseCommand.line();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    assertThat(telling.applyAsInt(line.getSubcommands().get(command))).isEqualTo(ExitCode.REFUSED);
    assertThat(out.toString()).contains(told);
    assertThat(err.toString()).contains(noted);
  }
}
