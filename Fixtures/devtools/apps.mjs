// The reducers of two small apps.
export function counter(state = { count: 0 }, action) {
  switch (action.type) {
    case 'INCREMENT': return { ...state, count: state.count + (action.by ?? 1) }
    case 'DECREMENT': return { ...state, count: state.count - 1 }
    case 'FAIL': throw new Error('failed')
    default: return state
  }
}

export function todos(state = { items: [], filter: 'all' }, action) {
  switch (action.type) {
    case 'todos/add': return { ...state, items: [...state.items, { text: action.payload, isDone: false }] }
    case 'todos/toggle':
      return {
        ...state,
        items: state.items.map((item, index) => index == action.payload ? { ...item, isDone: !item.isDone } : item),
      }
    case 'todos/filter': return { ...state, filter: action.payload }
    default: return state
  }
}
