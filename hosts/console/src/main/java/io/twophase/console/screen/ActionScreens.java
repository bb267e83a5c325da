package io.twophase.console.screen;

import io.twophase.OperatorActions;
import io.twophase.TwoPhase;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Parameters;
import io.twophase.console.http.Request;
import io.twophase.console.http.Request.BadRequestException;
import io.twophase.console.http.Route.Screen;
import io.twophase.console.screen.Actions.Action;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.OperatorName;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The screens of what operators do by hand: for each action a form and the action, and the log.
 * There is no action that sets a state: a state that somebody sets says nothing of the holds, and
 * money would be lost or made.
 */
public final class ActionScreens {

  private static final int PAGE = 50;

  /** The codes of outcomes by which an action has its effect. */
  private static final Set<String> DONE =
      Set.of(
          "done", "canceled", "authorized", "captured", "approved", "reversed", "frozen", "active");

  private final OperatorActions log;
  private final List<Action> all;
  private final Supplier<String> ids;

  /**
   * Actions over a store.
   *
   * @param redactor hides values in outcomes
   * @param ids gives ids of actions that nobody has
   */
  public ActionScreens(TwoPhase twophase, Redactor redactor, Supplier<String> ids) {
    this.log = twophase.actions();
    this.all = new Actions(twophase, redactor).all();
    this.ids = ids;
  }

  /** The screens of the forms, the actions and the log, by method and path. */
  public Map<String, Screen> screens() {
    Map<String, Screen> screens = new HashMap<>();
    for (Action action : all) {
      screens.put("GET " + action.path(), request -> form(action, request.required("id")));
      screens.put("POST " + action.path(), request -> perform(action, request));
    }
    screens.put("GET /actions", this::latest);
    screens.put("GET /action", this::one);
    return screens;
  }

  /** Says in words what an action would do, with a fresh id that makes it safe to send. */
  private Answer form(Action action, String id) {
    return action
        .preview()
        .apply(id)
        .fold(
            why -> new Answer.Declined(409, "NothingToDo", why),
            words ->
                new Answer.Shown(
                    Json.object(
                        "kind", action.kind().word(),
                        "path", action.path(),
                        "id", id,
                        "does", words,
                        "action", ids.get(),
                        "inputs", action.fields().stream().map(Json::components).toList())));
  }

  /** Carries out an action, once for each id of an action, and logs it. */
  private Answer perform(Action action, Request request) {
    OperatorAction asked = asked(action, request);
    return log.perform(asked, () -> action.doing().apply(asked))
        .fold(
            refusal -> new Answer.Declined(409, refusal.kind(), refusal.message()),
            outcome -> done(asked.id(), outcome));
  }

  private static OperatorAction asked(Action action, Request request) {
    Map<String, String> arguments = new LinkedHashMap<>();
    for (Action.Field field : action.fields()) {
      request.parameter(field.name()).ifPresent(value -> arguments.put(field.name(), value));
    }
    String id = request.required("id");
    ActionId fresh = Parameters.parsed(ActionId.parse(request.required("action")));
    OperatorName name =
        Parameters.parsed(OperatorName.parse(request.caller().orElseThrow().name()));
    ActionReason reason = Parameters.parsed(ActionReason.parse(request.required("reason")));
    try {
      return new OperatorAction(fresh, name, reason, action.kind(), id, arguments);
    } catch (IllegalArgumentException wrong) {
      throw new BadRequestException(String.valueOf(wrong.getMessage()));
    }
  }

  private static Answer done(ActionId id, ActionOutcome outcome) {
    return new Answer.Done(
        DONE.contains(outcome.code()) ? 200 : outcome.isUnknown() ? 503 : 409,
        "/action?id=" + Links.encoded(id.value()),
        Json.object("action", id, "code", outcome.code(), "message", outcome.message()));
  }

  /** Shows one action of the log. */
  private Answer one(Request request) {
    String id = request.required("id");
    return find(id)
        .map(
            logged ->
                logged.<Answer>fold(
                    fault -> new Answer.Declined(500, "Unreadable", fault),
                    action -> new Answer.Shown(Map.of("logged", json(action)))))
        .orElseGet(() -> Answer.missing("NoSuchAction", "There is no action " + id + "."));
  }

  private Optional<Either<String, LoggedAction>> find(String id) {
    return log.find(Parameters.parsed(ActionId.parse(id)));
  }

  /** The last action of a page. Without it the next page would be the first, again and again. */
  private LoggedAction shown(String id) {
    return find(id)
        .flatMap(Either::toJavaOptional)
        .orElseThrow(() -> new BadRequestException("there is no action " + id));
  }

  /** Shows a page of the log, the newest action first. */
  private Answer latest(Request request) {
    Optional<LoggedAction> after = request.parameter("after").map(this::shown);
    int skip = Parameters.skip(request);
    List<Either<String, LoggedAction>> page = log.latest(Optional.empty(), after, skip, PAGE);
    Map<String, Object> model =
        Json.object(
            "logged",
            page.stream()
                .map(one -> one.fold(fault -> Json.object("fault", fault), ActionScreens::json))
                .toList());
    if (page.size() == PAGE) {
      model.putAll(next(after, skip, page));
    }
    return new Answer.Shown(model);
  }

  /** The next page begins behind the last action that can be read, and skips what cannot. */
  private static Map<String, Object> next(
      Optional<LoggedAction> after, int skip, List<Either<String, LoggedAction>> page) {
    Optional<LoggedAction> last = after;
    int unreadable = skip;
    for (Either<String, LoggedAction> logged : page) {
      last = logged.isRight() ? logged.toJavaOptional() : last;
      unreadable = logged.isRight() ? 0 : unreadable + 1;
    }
    Optional<ActionId> id = last.map(logged -> logged.action().id());
    Map<String, Object> place =
        Json.object("after", id, "skip", unreadable == 0 ? null : unreadable);
    return Json.object("next", id, "older", "/actions?" + Links.query(place));
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
