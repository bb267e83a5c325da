package io.twophase.cli.demo;

import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.demo.CrashingStore.ProcessLife;
import io.twophase.cli.demo.CrashingStore.Write;
import io.twophase.cli.demo.Stage.Picture;
import io.twophase.cli.demo.Stage.Step;
import io.twophase.console.view.Json;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.embedded.EmbeddedServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Shows transactions over any documents at work. */
@Command(name = "example", addMethodSubcommands = false)
public final class ExampleCommand extends SessionCommand {

  @Command(name = "order")
  int order() {
    return told(OrderExample.play());
  }

  /** Tells a story; refused, if something is wrong at its end. */
  int told(OrderExample.Story story) {
    context().answer(() -> Json.components(story), () -> DemoText.of(story));
    return noted(story.faults());
  }

  /** The order's life, on a server in memory that is its own and gone afterwards. */
  static final class OrderExample {

    private static final String PRICE = "20.00";

    private final List<Scene> scenes = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private int writes;

    /**
     * All that is shown; machines have its components.
     *
     * @param store where it is played
     * @param scenes one after the other
     * @param writes how many writes a payment is, and so how often one was killed
     * @param faults what is wrong at the end; empty if nothing is
     */
    record Story(String store, List<Scene> scenes, int writes, List<String> faults) {}

    /**
     * A scene in the life of an order.
     *
     * @param scene what it is about
     * @param says what to look at, in one sentence
     * @param steps one after the other
     */
    record Scene(String scene, String says, List<Step> steps) {}

    private OrderExample() {}

    static Story play() {
      try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
        return new OrderExample().story(server);
      }
    }

    private Story story(EmbeddedServer server) {
      try (Shop shop = new Shop(server, "shop")) {
        create(shop);
        pay(shop);
        refuse(shop);
        cancel(shop);
        faults.addAll(shop.faults(PRICE));
      }
      kill(server);
      return new Story(Stage.WHERE, scenes, writes, faults);
    }

    private void scene(String title, String says, List<Step> steps) {
      scenes.add(new Scene(title, says, steps));
    }

    private void create(Shop shop) {
      List<Step> steps = new ArrayList<>();
      steps.add(new Step("before", "ann has 50.00, the shop nothing.", shop.picture()));
      run(shop, Shop.create("o1", PRICE), steps, "The order is there, unpaid.");
      scene("Create", "An order is inserted by a transaction.", steps);
    }

    private void pay(Shop shop) {
      List<Step> steps = new ArrayList<>();
      ProcessLife life =
          ProcessLife.witnessedBy(
              write -> steps.add(new Step(write.label(), sentence(write), shop.picture())));
      ask(shop, life, Shop.pay("pay-o1", "o1", PRICE), outcome -> require(outcome.isApplied()));
      writes = steps.size();
      scene(
          "Pay",
          "20.00 leave ann's account, the order turns from UnPaid to Paid, and the payment is"
              + " written down: all of it, or nothing. Writes that are one command are sent one by"
              + " one here, to see what is between them.",
          steps);
    }

    private static String sentence(Write write) {
      String says = write.says();
      return Character.toUpperCase(says.charAt(0)) + says.substring(1) + ".";
    }

    private void refuse(Shop shop) {
      List<Step> funds = new ArrayList<>();
      run(shop, Shop.create("o2", "90.00"), funds, "Another order, of 90.00.");
      run(shop, Shop.pay("pay-o2", "o2", "90.00"), funds, "");
      scene(
          "Refuse for want of funds",
          "The account refuses its hold, so the order stays unpaid and no payment is written.",
          funds);
      List<Step> again = new ArrayList<>();
      run(shop, Shop.pay("pay-o1-again", "o1", PRICE), again, "");
      scene(
          "Refuse as already paid",
          "The order refuses its hold, since it is not UnPaid, so no money moves.",
          again);
    }

    private void cancel(Shop shop) {
      List<Step> steps = new ArrayList<>();
      run(shop, Shop.create("o3", "10.00"), steps, "A third order, of 10.00.");
      // a payment begins, holds, is decided, settles as much, and is finished
      killed(shop, Shop.pay("pay-o3", "o3", "10.00"), 1 + (writes - 3) / 2);
      steps.add(
          new Step(
              "pay-o3, half way",
              "All is held and nothing is decided when the process that pays dies.",
              shop.picture()));
      try (TwoPhase other = shop.process("desk", ProcessLife.endless())) {
        CancelOutcome canceled =
            other.compensation().cancel(TwoPhase.transactionId("pay-o3"), "ann changed her mind");
        require(canceled instanceof CancelOutcome.Canceled);
      }
      steps.add(
          new Step(
              "cancel pay-o3",
              "Another process cancels it: what was held is free, and nothing else has changed.",
              shop.picture()));
      scene("Cancel half way", "What is not decided can be canceled, by any process.", steps);
    }

    private void kill(EmbeddedServer server) {
      List<Step> steps = new ArrayList<>();
      for (int after = 1; after <= writes; after++) {
        try (Shop shop = new Shop(server, "killed-" + after)) {
          run(shop, Shop.create("o1", PRICE), new ArrayList<>(), "The order is there.");
          Write last = killed(shop, Shop.pay("pay-o1", "o1", PRICE), after);
          steps.add(
              new Step(
                  "killed after write %s of %s, %s".formatted(after, writes, last.label()),
                  last.kind().word("left"),
                  shop.picture(),
                  true));
          String recovery = recover(shop);
          steps.add(new Step("recovered", recovery, shop.picture()));
          faults.addAll(shop.faults(PRICE));
        }
      }
      scene(
          "Die at every write",
          "The payment is made again and again, in a fresh shop, and its process is killed"
              + " after each of its writes in turn; another process recovers what it finds.",
          steps);
    }

    private static String recover(Shop shop) {
      List<Write> writes = shop.recover(ProcessLife.endless());
      return writes.isEmpty()
          ? "There is nothing to do."
          : writes.stream().map(Write::label).collect(Collectors.joining("; ", "By: ", "."));
    }

    /** Runs a transaction, and shows what came of it; without a sentence, why it is refused. */
    private void run(Shop shop, TransactionRequest request, List<Step> steps, String says) {
      ask(
          shop,
          ProcessLife.endless(),
          request,
          outcome -> {
            require(outcome.isApplied() == !says.isEmpty());
            steps.add(new Step(request.id().value(), sentence(outcome, says), shop.picture()));
          });
    }

    private static String sentence(TransactionOutcome outcome, String applied) {
      return outcome.fold(
          done -> applied,
          refused -> "It is refused: " + refused.reason().message() + ".",
          unknown -> unknown.why(),
          notAsked -> notAsked.why());
    }

    private static void ask(
        Shop shop,
        ProcessLife life,
        TransactionRequest request,
        Consumer<TransactionOutcome> answered) {
      try (TwoPhase process = shop.process("till", life)) {
        answered.accept(process.run(request));
      }
    }

    /** Runs a transaction in a process that is killed; answers its last write. */
    private Write killed(Shop shop, TransactionRequest request, int after) {
      List<Write> made =
          Stage.killed(after, faults, life -> ask(shop, life, request, outcome -> {}));
      return made.get(made.size() - 1);
    }

    private void require(boolean expected) {
      if (!expected) {
        faults.add("a transaction came to another end than this example tells");
      }
    }

    /** A shop's database: the customer's account, the shop's, its orders and their payments. */
    static final class Shop extends Stage {

      private static final AccountId ANN = TwoPhase.account("ann");
      private static final AccountId SHOP = TwoPhase.account("shop");
      private static final Money BUDGET = TwoPhase.money("50.00", "USD");

      /** A fresh one on {@code server}: ann has 50.00, and there is no order. */
      Shop(EmbeddedServer server, String name) {
        super(
            server,
            name,
            Picture.SHOP,
            Opening.of(ANN, BUDGET).get(),
            Opening.of(SHOP, Money.zero(BUDGET.currency())).get());
      }

      /** The order comes to be, unpaid. */
      static TransactionRequest create(String order, String price) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", "UnPaid");
        fields.put("price", price);
        return TwoPhase.transaction("create-" + order).insert(order(order), fields);
      }

      /** The money moves, the order turns from UnPaid to Paid, and the payment is written down. */
      static TransactionRequest pay(String id, String order, String price) {
        Money amount = TwoPhase.money(price, "USD");
        return TwoPhase.transaction(id)
            .debit(ANN, amount)
            .credit(SHOP, amount)
            .change(order(order), where("status").equalTo("UnPaid"), set("status", "Paid"))
            .insert(TwoPhase.document("payments", "payment-" + order), Map.of("order", order));
      }

      private static DocumentRef order(String id) {
        return TwoPhase.document("orders", id);
      }

      /** Returns what is wrong, when all is over and ann has paid {@code paid}, for one order. */
      List<String> faults(String paid) {
        List<String> faults = new ArrayList<>();
        Money amount = TwoPhase.money(paid, "USD");
        List<Map<String, Object>> all = picture();
        long payments = all.stream().filter(document -> document.containsKey("order")).count();
        long paidOrders =
            all.stream().filter(document -> "Paid".equals(document.get("status"))).count();
        if (payments != 1 || paidOrders != 1) {
          faults.add("there are " + paidOrders + " orders paid, and " + payments + " payments");
        }
        all.stream()
            .filter(Picture::isHeld)
            .forEach(document -> faults.add("a document is still held: " + document));
        Money left = new Money(BUDGET.minor() - amount.minor(), BUDGET.currency());
        faults.addAll(faults(new TreeMap<>(Map.of(ANN, left, SHOP, amount))));
        return faults;
      }
    }
  }
}
