package io.twophase.console.action;

import io.twophase.OperatorActions;
import io.twophase.TwoPhase;
import io.twophase.console.http.BadRequestException;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Route;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.domain.ActionId;
import io.twophase.domain.Eithers;
import io.twophase.domain.action.LoggedAction;
import io.twophase.domain.action.OperatorAction;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The routes of what operators do by hand: for each action a form and the action, and the log.
 * There is no action that sets a state: a state that somebody sets says nothing of the holds, and
 * money would be lost or made.
 */
public final class ActionRoutes {

  private static final int PAGE = 50;

  private final OperatorActions log;
  private final List<Action> all = new ArrayList<>();
  private final Supplier<String> ids;

  /**
   * Actions over a store.
   *
   * @param redactor hides values in outcomes
   * @param ids gives ids of actions that nobody has
   */
  public ActionRoutes(TwoPhase twophase, Redactor redactor, Supplier<String> ids) {
    this.log = twophase.actions();
    this.ids = ids;
    all.addAll(new TransactionActions(twophase, redactor).all());
    all.addAll(new AccountActions(twophase.accounts()).all());
  }

  /** All of them. */
  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.add(
        Route.page(
                "/actions",
                "What operators did by hand, the newest first.",
                "actions",
                this::latest)
            .takes("after", "the id of the last action of the page before"));
    routes.add(
        Route.page("/action", "One action of an operator, and its outcome.", "action", this::one)
            .needs("id", "of the action"));
    for (Action action : all) {
      routes.add(form(action));
      routes.add(post(action));
    }
    return routes;
  }

  private Route form(Action action) {
    return Route.form(
            action.path(),
            "What the action " + action.kind().word() + " would do, and an id to do it by.",
            "action-form",
            new ActionForm(action, ids))
        .needs("id", "of the transaction or account");
  }

  private Route post(Action action) {
    Route route =
        Route.action(
                action.path(),
                "Do the action "
                    + action.kind().word()
                    + "; the same action again answers the same.",
                new ActionPost(action, log))
            .needs("id", "of the transaction or account")
            .needs("action", "the id of the action: a fresh one, or that of one that is sent again")
            .needs("reason", "why, in 1 to 500 characters; it is kept");
    for (Action.Field field : action.fields()) {
      route = route.takes(field.name(), field.label());
    }
    return route;
  }

  private Answer one(Request request) {
    return find(request.required("id"))
        .map(
            logged ->
                logged.<Answer>fold(
                    fault -> new Answer.Declined(500, "Unreadable", fault),
                    action -> new Answer.Shown(Map.of("logged", json(action)))))
        .orElseGet(
            () ->
                Answer.missing(
                    "NoSuchAction", "There is no action " + request.required("id") + "."));
  }

  private Optional<Either<String, LoggedAction>> find(String id) {
    return log.find(
        ActionId.parse(id).getOrElseThrow(fault -> new BadRequestException(fault.message())));
  }

  private Answer latest(Request request) {
    Optional<LoggedAction> after =
        request.parameter("after").flatMap(this::find).flatMap(Eithers::right);
    List<Either<String, LoggedAction>> page = log.latest(Optional.empty(), after, PAGE);
    return new Answer.Shown(
        Json.object(
            "logged",
            page.stream()
                .map(one -> one.fold(fault -> Json.object("fault", fault), ActionRoutes::json))
                .toList(),
            "next",
            page.size() < PAGE
                ? null
                : page.stream()
                    .flatMap(logged -> Eithers.right(logged).stream())
                    .reduce((earlier, last) -> last)
                    .map(last -> last.action().id())
                    .orElse(null)));
  }

  private static Map<String, Object> json(LoggedAction logged) {
    OperatorAction action = logged.action();
    return Json.object(
        "action", action.id(),
        "kind", action.kind().word(),
        "subject", Json.lower(action.subject().type()),
        "id", action.subjectId(),
        "operator", action.operator(),
        "reason", action.reason(),
        "arguments", action.arguments(),
        "begunAt", logged.begunAt(),
        "code", logged.outcome().map(outcome -> outcome.code()),
        "message", logged.outcome().map(outcome -> outcome.message()),
        "finishedAt", logged.finishedAt());
  }
}
