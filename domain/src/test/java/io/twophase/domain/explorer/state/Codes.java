package io.twophase.domain.explorer.state;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.explorer.model.Actor;
import io.twophase.domain.explorer.model.Cast;
import io.twophase.domain.explorer.model.Message;
import io.twophase.domain.explorer.model.Scenario;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.transaction.Transaction;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** The values that the numbers in a world's cells stand for. */
public final class Codes {

  /** A message, and where it goes. */
  public record Addressed(Message message, int account, int operation) {
    public boolean isOnAccount() {
      return account >= 0;
    }
  }

  /** An actor, and its messages without an answer: their places in the step, their numbers. */
  public record Sending(Actor actor, String places, String messages) {}

  private final List<Account> accounts;
  private final List<Cast> casts;
  private final List<List<AccountOperation>> operations;
  private final Interner<Option<Transaction>> records = new Interner<>();
  private final Interner<Option<Hold>> holds = new Interner<>();
  private final Interner<Account> figures = new Interner<>();
  private final Interner<Actor> actors = new Interner<>();
  private final Interner<Event> events = new Interner<>();
  private final Interner<Message> messages = new Interner<>();
  private final LateBags lates = new LateBags();
  private final List<Addressed> addressed = new ArrayList<>();
  private final List<Sending> sendings = new ArrayList<>();
  private final List<List<AccountOperation>> recorded = new ArrayList<>();

  public Codes(Scenario scenario) {
    accounts = scenario.accounts();
    casts = scenario.casts();
    operations = casts.stream().map(cast -> cast.body().accountOperations()).toList();
  }

  public char number(Actor actor) {
    char number = actors.number(actor);
    if (number == sendings.size()) {
      sendings.add(sending(actor));
    }
    return number;
  }

  public char number(Message message) {
    char number = messages.number(message);
    if (number == addressed.size()) {
      addressed.add(address(message));
    }
    return number;
  }

  public char number(Event event) {
    return events.number(event);
  }

  public char record(Option<Transaction> record) {
    char number = records.number(record);
    if (number == recorded.size()) {
      recorded.add(record.map(Transaction::accountOperations).getOrElse(List.of()));
    }
    return number;
  }

  public char hold(Option<Hold> hold) {
    return holds.number(hold);
  }

  /** The number of an account's figures, whatever it holds. */
  public char figures(Account account) {
    return figures.number(holding(account, Option.none()));
  }

  /** The number of the bag with no message in it. */
  char nothingLate() {
    return lates.empty();
  }

  /** The bag with one message more. */
  public char with(char late, char message) {
    return lates.with(late, message);
  }

  /** The bag without one message that is in it. */
  public char without(char late, char message) {
    return lates.without(late, message);
  }

  public Sending sending(int number) {
    return sendings.get(number);
  }

  public Actor actor(int number) {
    return sendings.get(number).actor();
  }

  public Addressed addressed(int number) {
    return addressed.get(number);
  }

  public Message message(int number) {
    return addressed.get(number).message();
  }

  public Event event(int number) {
    return events.value(number);
  }

  public Option<Transaction> record(int number) {
    return records.value(number);
  }

  /** The operations of a cast's transaction. */
  public List<AccountOperation> operations(int cast) {
    return operations.get(cast);
  }

  /** The operations that are in a record; none, if it is not there. */
  public List<AccountOperation> recorded(int number) {
    return recorded.get(number);
  }

  public Option<Hold> hold(int number) {
    return holds.value(number);
  }

  /** An account with no hold, but with the figures of one that has them. */
  public Account figures(int number) {
    return figures.value(number);
  }

  /** The messages of a bag, sorted, each as often as it is on its way. */
  public String late(int number) {
    return lates.messages(number);
  }

  /** An account as a message sees it: with its figures, and the hold of its transaction only. */
  public static Account holding(Account account, Option<Hold> hold) {
    return new Account(
        account.opening(),
        account.balance(),
        account.available(),
        account.receivable(),
        account.status(),
        hold.map(held -> HashMap.of(held.transaction(), held)).getOrElse(HashMap.empty()));
  }

  /** In which cell of a world an account's figures are. */
  public int account(AccountOperation operation) {
    for (int at = 0; at < accounts.size(); at++) {
      if (accounts.get(at).id().equals(operation.account())) {
        return at;
      }
    }
    throw new IllegalArgumentException("no account for " + operation);
  }

  private Addressed address(Message message) {
    if (!(message instanceof Message.OnAccount on)) {
      return new Addressed(message, -1, -1);
    }
    AccountOperation operation = on.leg().operation();
    for (Cast cast : casts) {
      if (cast.body().id().equals(on.leg().transaction())) {
        return new Addressed(message, account(operation), place(operation, cast));
      }
    }
    throw new IllegalArgumentException("no transaction for " + message);
  }

  /** Which of a transaction's operations is on the same account; it may be held for another. */
  private static int place(AccountOperation operation, Cast cast) {
    List<AccountOperation> operations = cast.body().accountOperations();
    for (int at = 0; at < operations.size(); at++) {
      if (operations.get(at).account().equals(operation.account())) {
        return at;
      }
    }
    throw new IllegalArgumentException("no place for " + operation);
  }

  private Sending sending(Actor actor) {
    List<Message> sent = actor.gone() ? List.of() : Message.of(actor.worker());
    StringBuilder places = new StringBuilder();
    StringBuilder waiting = new StringBuilder();
    for (int at = 0; at < sent.size(); at++) {
      if (actor.answers().get(at).isEmpty()) {
        places.append((char) at);
        waiting.append(number(sent.get(at)));
      }
    }
    return new Sending(actor, places.toString(), waiting.toString());
  }
}
